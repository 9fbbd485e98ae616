package io.tidings.testbed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Bytes that a program should not send, by a seed: examples spoiled in the ways that programs and people do, and noise.
 * Each has about 1 MiB at most.
 */
public final class HostileInput {
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
            "\"specversion\":\"0.3\"",
            "1e2147483647",
            "-1e-2147483648",
            "1e99999999999",
            "0e1",
            "{\"\":{\"\":null}}");
    private static final List<byte[]> NO_UTF_8 = List.of(
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            new byte[] {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            new byte[] {(byte) 0xe2, (byte) 0x82});
    private static final int DEEP = 2_000;
    private static final int LONG = 70_000;
    private static final int MOST_NOISE = 300;

    /** Of the reader's own thread, so that other load of the machine costs nothing. */
    private static final Duration MOST_TIME = Duration.ofSeconds(2);

    /** 1 MiB may become some copies, and objects for each of its members, but no multiple without a limit. */
    private static final long MOST_ALLOCATED = 1L << 30;

    private static final String SEED = "tidings.seed";

    private final RandomGenerator random;

    public HostileInput(RandomGenerator random) {
        this.random = random;
    }

    /** Reads an input; whatever it throws is a failure. */
    public interface Reader {
        void read(HostileInput input) throws Exception;
    }

    /** Gives a reader inputs of the same seeds each time. */
    public static void few(int inputs, Reader reader) {
        long first = Long.getLong(SEED, 1);
        for (long seed = first; seed < first + inputs; seed++) {
            give(seed, reader);
        }
    }

    /** Gives a reader inputs that it has not seen before. */
    public static void many(Duration time, Reader reader) {
        long start = System.nanoTime();
        for (long seed = Long.getLong(SEED, start); System.nanoTime() - start < time.toNanos(); seed++) {
            give(seed, reader);
        }
    }

    private static void give(long seed, Reader reader) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long time = threads.getCurrentThreadCpuTime();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        try {
            reader.read(new HostileInput(
                    RandomGeneratorFactory.of("L64X128MixRandom").create(seed)));
        } catch (Exception | Error e) {
            throw new AssertionError("seed " + seed + " failed; -D" + SEED + "=" + seed + " repeats it", e);
        }
        time = threads.getCurrentThreadCpuTime() - time;
        bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
        if (time > MOST_TIME.toNanos() || bytes > MOST_ALLOCATED) {
            throw new AssertionError("seed " + seed + " took " + time / 1_000_000 + " ms and " + (bytes >> 20)
                    + " MiB; -D" + SEED + "=" + seed + " repeats it");
        }
    }

    public RandomGenerator random() {
        return random;
    }

    /** One of the examples, mostly spoiled, or noise. */
    public byte[] like(String... examples) {
        var example = one(examples).getBytes(UTF_8);
        int kind = random.nextInt(20);
        if (kind > 1) {
            return spoiled(example);
        }
        if (kind > 0) {
            return swappedValue(example, one(HostileJson.values()).json().getBytes(UTF_8));
        }
        var noise = new byte[random.nextInt(MOST_NOISE)];
        random.nextBytes(noise);
        return noise;
    }

    public String textLike(String... examples) {
        return new String(like(examples), UTF_8);
    }

    @SafeVarargs
    public final <T> T one(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Returns bytes that differ in one to three places; now and then in none. */
    public byte[] spoiled(byte[] bytes) {
        var spoiled = bytes;
        for (int times = random.nextInt(4); times > 0; times--) {
            spoiled = once(spoiled);
        }
        return spoiled;
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
            case 6 -> swappedValue(bytes, token());
            default -> rare(bytes, from);
        };
    }

    private byte[] flipped(byte[] bytes, int at) {
        var flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        return flipped;
    }

    /** The value behind a colon becomes one of another type. */
    private byte[] swappedValue(byte[] bytes, byte[] other) {
        var text = new String(bytes, ISO_8859_1);
        int colon = text.indexOf("\":", random.nextInt(bytes.length));
        if (colon < 0) {
            return flipped(bytes, random.nextInt(bytes.length));
        }
        int end = colon + 2;
        while (end < bytes.length && ",}]".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return joined(bytes, colon + 2, other, end);
    }

    private byte[] rare(byte[] bytes, int at) {
        return switch (random.nextInt(24)) {
            case 0 -> joined(bytes, at, "[".repeat(DEEP).getBytes(UTF_8), at);
            case 1 -> joined(bytes, at, "9".repeat(DEEP).getBytes(UTF_8), at);
            case 2 -> joined(bytes, at, "x".repeat(LONG).getBytes(UTF_8), at);
            case 3 -> new byte[0];
            case 4, 5, 6, 7 -> joined(bytes, at, NO_UTF_8.get(random.nextInt(NO_UTF_8.size())), at);
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
