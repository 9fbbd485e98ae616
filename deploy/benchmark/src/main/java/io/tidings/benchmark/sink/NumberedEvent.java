package io.tidings.benchmark.sink;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Random;

/**
 * CloudEvents of a given size whose id is a number at a fixed place, so that counting needs no parsing.
 *
 * <p>Each has other data, made of words, so that compression has something to do and no more than usual.
 */
public final class NumberedEvent {
    static final int DIGITS = 12;

    private static final String BEFORE = "{\"specversion\":\"1.0\",\"id\":\"";
    private static final String AFTER = "\",\"source\":\"/benchmark\",\"type\":\"benchmark.numbered\","
            + "\"datacontenttype\":\"application/json\",\"subject\":\"/benchmark/numbered\",\"data\":\"";
    private static final String END = "\"}";

    static final int FIRST_DIGIT = BEFORE.length();

    private static final int FIRST_OF_DATA = BEFORE.length() + DIGITS + AFTER.length();
    private static final int TEXT = 1 << 20;
    private static final int WORDS = 1_000;
    private static final int STRIDE = 7_919;

    private final byte[] text;
    private final byte[] template;
    private final int dataBytes;

    /** @param bytes of each event */
    public NumberedEvent(int bytes) {
        dataBytes = bytes - FIRST_OF_DATA - END.length();
        if (dataBytes < 0 || dataBytes > TEXT / 2) {
            throw new IllegalArgumentException(
                    "an event has %d to %d bytes, not %d".formatted(bytes - dataBytes, TEXT / 2, bytes));
        }
        text = text();
        template = (BEFORE + "0".repeat(DIGITS) + AFTER + " ".repeat(dataBytes) + END).getBytes(US_ASCII);
    }

    public byte[] bytes(long number) {
        var event = template.clone();
        long rest = number;
        for (int i = FIRST_DIGIT + DIGITS - 1; i >= FIRST_DIGIT; i--) {
            event[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        int from = (int) (number * STRIDE % (TEXT - dataBytes));
        System.arraycopy(text, from, event, FIRST_OF_DATA, dataBytes);
        return event;
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
