package io.tidings.benchmark.campaign.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * The events of a campaign: CloudEvents with a number as id, used for one attempt to publish only, so that an id has
 * at most one record in Kafka. The number also decides the type.
 */
public final class Events {
    static final int TYPES = 10;
    static final int SUBJECTS = 10;

    private static final int DIGITS = 12;
    private static final byte[] BEFORE = "{\"specversion\":\"1.0\",\"id\":\"".getBytes(UTF_8);
    private static final String TEXT = "nothing is lost ".repeat(16);

    private Events() {}

    public static String id(long number) {
        var digits = Long.toString(number);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    static String json(long number) {
        return new String(BEFORE, UTF_8)
                + """
                %s","source":"/campaign","type":"%s","subject":"%s","datacontenttype":"application/json",\
                "data":{"text":"%s"}}\
                """.formatted(id(number), type(type(number)), subject(turn(number) / 2 % SUBJECTS), TEXT);
    }

    /** @throws IllegalArgumentException when it is none of these events */
    public static long number(byte[] event) {
        int end = BEFORE.length + DIGITS;
        if (event.length < end || !Arrays.equals(BEFORE, Arrays.copyOf(event, BEFORE.length))) {
            throw new IllegalArgumentException("not an event of the campaign: " + new String(event, UTF_8));
        }
        return Long.parseLong(new String(event, BEFORE.length, DIGITS, UTF_8));
    }

    /** Its number among those of its type. */
    public static long turn(long number) {
        return number / TYPES;
    }

    static int type(long number) {
        return (int) (number % TYPES);
    }

    static String subject(long subject) {
        return "/part/" + subject;
    }

    static String type(int type) {
        return "campaign.t" + type;
    }
}
