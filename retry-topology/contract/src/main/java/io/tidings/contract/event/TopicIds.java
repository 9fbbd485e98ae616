package io.tidings.contract.event;

/** @param format of the {@code topic} member of events; contains {@code {topic}} for the short name (B-PUB-6) */
public record TopicIds(String format) {
    public static final String DEFAULT_FORMAT =
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/Microsoft.EventGrid/topics/{topic}";

    private static final String PLACE = "{topic}";

    public TopicIds {
        if (!format.contains(PLACE)) {
            throw new IllegalArgumentException("topic.id.format \"" + format + "\" lacks " + PLACE);
        }
    }

    public String idOf(String topic) {
        return format.replace(PLACE, topic);
    }
}
