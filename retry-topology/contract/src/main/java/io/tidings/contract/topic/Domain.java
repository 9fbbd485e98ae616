package io.tidings.contract.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * What makes a domain of a topic's record: how its topics come and go (B-DOMAIN-1).
 *
 * @param createsTopics whether the first subscription of a topic creates it
 * @param deletesTopics whether a topic is deleted with its last subscription
 * @param topicLimits of each of its topics, beside those of the domain, which hold for all together
 */
public record Domain(boolean createsTopics, boolean deletesTopics, PublishLimits topicLimits) {
    public static final String TOPIC_LIMITS = "topicLimits";

    private static final String CREATES = "autoCreateTopicWithFirstSubscription";
    private static final String DELETES = "autoDeleteTopicWithLastSubscription";

    /**
     * Returns null for a topic. The record of a domain always has the first of both members.
     *
     * @param expected whether it is a domain; null if the members say so
     */
    static @Nullable Domain read(JsonObjectReader properties, JsonObjectReader tidings, @Nullable Boolean expected) {
        boolean domain = expected == null ? properties.has(CREATES) : expected;
        var creates = properties.flagOr(CREATES, true);
        var deletes = properties.flagOr(DELETES, true);
        var limits = PublishLimits.read(tidings.object(TOPIC_LIMITS));
        for (var member : new String[] {CREATES, DELETES}) {
            if (!domain && properties.has(member)) {
                properties.broken(member, "is for domains only; a domain is at /domains/<domain>");
            }
        }
        if (!domain && tidings.has(TOPIC_LIMITS)) {
            tidings.broken(TOPIC_LIMITS, "is for domains only; limits are those of a topic");
        }
        return domain ? new Domain(creates, deletes, limits) : null;
    }

    void write(ObjectNode properties) {
        properties.put(CREATES, createsTopics).put(DELETES, deletesTopics);
    }
}
