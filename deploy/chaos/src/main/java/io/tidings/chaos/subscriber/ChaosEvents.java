package io.tidings.chaos.subscriber;

/**
 * The events of a campaign. The id is a number, which is published once only, so that an id has at most one record in
 * Kafka.
 * The number decides the type, which decides the topic and its schema.
 */
public final class ChaosEvents {
    public static final int TYPES = 10;

    static final int SUBJECTS = 10;

    private static final int DIGITS = 12;
    private static final String TEXT = "nothing is lost ".repeat(16);

    private ChaosEvents() {}

    public static String id(long number) {
        var digits = Long.toString(number);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** @throws IllegalArgumentException when it is no id of a campaign's event */
    public static long number(String id) {
        if (id.length() != DIGITS) {
            throw new IllegalArgumentException("not an event of the campaign: " + id);
        }
        return Long.parseLong(id);
    }

    public static String json(long number) {
        var id = id(number);
        var type = type(type(number));
        var subject = subjectOf(number);
        return switch (schema(type(number))) {
            case CLOUD_EVENTS -> """
                {"specversion":"1.0","id":"%s","source":"/campaign","type":"%s","subject":"%s",\
                "datacontenttype":"application/json","data":{"number":%d,"text":"%s"}}\
                """.formatted(id, type, subject, number, TEXT);
            case EVENT_GRID -> """
                {"id":"%s","subject":"%s","eventType":"%s","eventTime":"2026-11-22T06:00:00Z","dataVersion":"1",\
                "data":{"number":%d,"text":"%s"}}\
                """.formatted(id, subject, type, number, TEXT);
        };
    }

    /** The number of the event among those of its type. */
    public static long turn(long number) {
        return number / TYPES;
    }

    public static int type(long number) {
        return (int) (number % TYPES);
    }

    /** The schema of events of that type. */
    public static ChaosSchema schema(int type) {
        return type % 2 == 0 ? ChaosSchema.CLOUD_EVENTS : ChaosSchema.EVENT_GRID;
    }

    public static String topic(int type) {
        return topic(schema(type));
    }

    public static String topic(ChaosSchema schema) {
        return schema == ChaosSchema.CLOUD_EVENTS ? "campaign" : "campaign-grid";
    }

    public static String subjectOf(long number) {
        return subject(turn(number) / 2 % SUBJECTS);
    }

    static String subject(long subject) {
        return "/part/" + subject;
    }

    public static String type(int type) {
        return "campaign.t" + type;
    }
}
