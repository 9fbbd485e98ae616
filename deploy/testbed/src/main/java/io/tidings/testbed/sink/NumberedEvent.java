package io.tidings.testbed.sink;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Random;

/**
 * CloudEvents of a fixed size, with a number and a time at fixed places, which are counted without parsing.
 *
 * <p>The data are words that differ in each event, so that compression works as usual.
 */
public final class NumberedEvent {
    static final int DIGITS = 12;
    static final int MICROS_DIGITS = 16;

    private static final String BEFORE = "{\"specversion\":\"1.0\",\"id\":\"";
    private static final String BETWEEN = "\",\"micros\":\"";
    private static final String AFTER = "\",\"source\":\"/benchmark\",\"type\":\"benchmark.numbered\","
            + "\"datacontenttype\":\"application/json\",\"subject\":\"/benchmark/numbered\",\"data\":\"";
    private static final String END = "\"}";

    static final int FIRST_DIGIT = BEFORE.length();
    static final int FIRST_OF_MICROS = FIRST_DIGIT + DIGITS + BETWEEN.length();

    /** The part of an event that holds the number and the time. */
    static final int HEAD = FIRST_OF_MICROS + MICROS_DIGITS;

    private static final int FIRST_OF_DATA = HEAD + AFTER.length();
    private static final int TEXT = 1 << 20;
    private static final int WORDS = 1_000;
    private static final int STRIDE = 7_919;

    private final byte[] text;
    private final byte[] template;
    private final int dataBytes;

    /** @param bytes of each event */
    public NumberedEvent(int bytes) {
        dataBytes = bytes - FIRST_OF_DATA - END.length();
        if (dataBytes < 0 || dataBytes >= TEXT) {
            throw new IllegalArgumentException(
                    "an event has %d to %d bytes, not %d".formatted(bytes - dataBytes, TEXT, bytes));
        }
        text = text();
        template = (BEFORE
                        + "0".repeat(DIGITS)
                        + BETWEEN
                        + "0".repeat(MICROS_DIGITS)
                        + AFTER
                        + " ".repeat(dataBytes)
                        + END)
                .getBytes(US_ASCII);
    }

    /** @param micros the beginning of its latency, or {@link EpochMicros#NONE} */
    public byte[] bytes(long number, long micros) {
        var event = template.clone();
        write(number, event, FIRST_DIGIT, DIGITS);
        write(micros, event, FIRST_OF_MICROS, MICROS_DIGITS);
        int from = (int) (number * STRIDE % (TEXT - dataBytes));
        System.arraycopy(text, from, event, FIRST_OF_DATA, dataBytes);
        return event;
    }

    private static void write(long number, byte[] event, int from, int digits) {
        long rest = number;
        for (int i = from + digits - 1; i >= from; i--) {
            event[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    public static String id(long number) {
        var digits = Long.toString(number);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    private static byte[] text() {
        var random = new Random(1); // the same text in every process and run
        var words = new String[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = Long.toString(random.nextLong(1L << 20, 1L << 40), Character.MAX_RADIX);
        }
        var text = new StringBuilder(TEXT + 16);
        while (text.length() < TEXT) {
            text.append(words[random.nextInt(WORDS)]).append(' ');
        }
        return text.substring(0, TEXT).getBytes(US_ASCII);
    }
}
