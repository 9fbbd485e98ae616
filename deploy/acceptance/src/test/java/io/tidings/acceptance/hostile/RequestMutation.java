package io.tidings.acceptance.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.testbed.HostileInput;
import java.util.random.RandomGenerator;

/** Spoils what is in requests; the same seed spoils it in the same way. */
public record RequestMutation(HostileInput input) {
    public RequestMutation(RandomGenerator random) {
        this(new HostileInput(random));
    }

    /** Bytes that differ in one to three places; now and then in none. */
    public byte[] of(byte[] bytes) {
        return input.spoiled(bytes);
    }

    /** The same for text that has to stay on one line. */
    public String ofLine(String text) {
        var spoiled = new String(of(text.getBytes(UTF_8)), ISO_8859_1).replaceAll("[\r\n]", "");
        return spoiled.substring(0, Math.min(spoiled.length(), 4_000));
    }
}
