package io.tidings.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.kafka.common.header.Headers;

/** Header values that no program writes, by a seed: absurd times and numbers, noise, nothing. */
public final class HostileHeaders {
    private static final int MOST_SPOILT = 3;
    private static final int LONGEST_NOISE = 40;
    private static final List<String> ABSURD = List.of(
            "",
            "-1",
            "0",
            "2147483647",
            "2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "1e9",
            "0001-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999999999Z",
            "1970-01-01T00:00:00Z",
            "2199-12-31T23:59:59.999999999Z",
            "2200-01-01T00:00:00Z",
            "3000-01-01T00:00:00Z",
            "-1000000000-01-01T00:00:00Z",
            "+1000000000-12-31T23:59:59.999999999Z",
            "PT0S",
            "PT-1S",
            "PT2562047788015215H30M7.999999999S",
            "1@0001-01-01T00:00:00Z",
            "1000000000@2026-11-21T12:00:00Z",
            "2147483647@2026-11-21T12:00:00Z",
            "tidings.events-2147483647@9223372036854775807",
            "tidings.events-1@-1",
            "@",
            "-@",
            "999999/999999",
            "0/0",
            "Busy",
            "CustomInputSchema",
            "../..",
            "\u0000\r\n\uffff");

    private final RandomGenerator random;

    public HostileHeaders(long seed) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** Changes or removes up to three headers, or adds one a second time. */
    public void spoil(Headers headers) {
        var names = new ArrayList<String>();
        headers.forEach(header -> names.add(header.key()));
        for (int i = random.nextInt(1, MOST_SPOILT + 1); i > 0; i--) {
            var name = names.get(random.nextInt(names.size()));
            if (random.nextInt(4) > 0) {
                headers.remove(name);
            }
            switch (random.nextInt(8)) {
                case 0 -> headers.remove(name);
                case 1 -> headers.add(name, null);
                case 2 -> headers.add(name, noise());
                default ->
                    headers.add(name, ABSURD.get(random.nextInt(ABSURD.size())).getBytes(UTF_8));
            }
        }
    }

    private byte[] noise() {
        var bytes = new byte[random.nextInt(LONGEST_NOISE)];
        random.nextBytes(bytes);
        return bytes;
    }
}
