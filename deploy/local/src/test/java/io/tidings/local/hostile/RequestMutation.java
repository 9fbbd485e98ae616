package io.tidings.local.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Spoils bytes in the ways that programs and people do; the same seed spoils them in the same way. */
public final class RequestMutation {
    private static final List<String> TOKENS = List.of(
            "null",
            "true",
            "-0",
            "1e999999999",
            "9007199254740993",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "{}",
            "[]",
            "[[[[",
            "}",
            "]",
            "\"",
            ",",
            ":",
            "\\",
            "\u0000",
            "ÿ",
            "💥",
            "{\"a\":{\"a\":{\"a\":1}}}",
            "\"id\":\"twice\",",
            "-1",
            "2026-13-45T99:99:99Z",
            "\r\n",
            "%00",
            "../../..",
            "{{x}}",
            "\"specversion\":\"0.3\"");
    private static final int DEEP = 2_000;
    private static final int LONG = 70_000;

    private final RandomGenerator random;

    public RequestMutation(RandomGenerator random) {
        this.random = random;
    }

    /** Bytes that differ in one to three places; now and then in none. */
    public byte[] of(byte[] bytes) {
        var spoiled = bytes;
        for (int times = random.nextInt(4); times > 0; times--) {
            spoiled = once(spoiled);
        }
        return spoiled;
    }

    /** The same for text that has to stay on one line. */
    public String ofLine(String text) {
        var spoiled = new String(of(text.getBytes(UTF_8)), ISO_8859_1).replaceAll("[\r\n]", "");
        return spoiled.substring(0, Math.min(spoiled.length(), 4_000));
    }

    private byte[] once(byte[] bytes) {
        if (bytes.length == 0) {
            return token();
        }
        int from = random.nextInt(bytes.length);
        int to = from + random.nextInt(Math.min(bytes.length - from, 40) + 1);
        return switch (random.nextInt(8)) {
            case 0 -> flipped(bytes, from);
            case 1 -> joined(bytes, from, new byte[0], to); // cut out
            case 2 -> Arrays.copyOf(bytes, from); // broken off
            case 3 -> joined(bytes, from, token(), to);
            case 4 -> joined(bytes, from, token(), from);
            case 5 -> joined(bytes, to, Arrays.copyOfRange(bytes, from, to), to); // said twice
            case 6 -> swappedValue(bytes);
            default -> rare(bytes, from);
        };
    }

    private byte[] flipped(byte[] bytes, int at) {
        var flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        return flipped;
    }

    /** What stands behind a colon becomes something of another type. */
    private byte[] swappedValue(byte[] bytes) {
        var text = new String(bytes, ISO_8859_1);
        int colon = text.indexOf("\":", random.nextInt(bytes.length));
        if (colon < 0) {
            return flipped(bytes, random.nextInt(bytes.length));
        }
        int end = colon + 2;
        while (end < bytes.length && ",}]".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return joined(bytes, colon + 2, token(), end);
    }

    private byte[] rare(byte[] bytes, int at) {
        return switch (random.nextInt(20)) {
            case 0 -> joined(bytes, at, "[".repeat(DEEP).getBytes(UTF_8), at);
            case 1 -> joined(bytes, at, "9".repeat(DEEP).getBytes(UTF_8), at);
            case 2 -> joined(bytes, at, "x".repeat(LONG).getBytes(UTF_8), at);
            case 3 -> new byte[0];
            default -> joined(bytes, at, token(), at);
        };
    }

    private byte[] token() {
        return TOKENS.get(random.nextInt(TOKENS.size())).getBytes(UTF_8);
    }

    private static byte[] joined(byte[] bytes, int until, byte[] between, int from) {
        var out = new ByteArrayOutputStream(bytes.length + between.length);
        out.write(bytes, 0, until);
        out.writeBytes(between);
        out.write(bytes, from, bytes.length - from);
        return out.toByteArray();
    }
}
