package io.tidings.contract.event;

/**
 * How a topic is called in the {@code topic} member of its events (B-PUB-6).
 *
 * @param format has {@code {topic}} where the short name belongs
 */
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
