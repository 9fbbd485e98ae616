package io.tidings.contract.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * What makes a domain of a topic's record: how its topics come and go (B-DOMAIN-1).
 *
 * @param createsTopics whether the first subscription of a topic creates it
 * @param deletesTopics whether a topic is deleted with its last subscription
 */
public record Domain(boolean createsTopics, boolean deletesTopics) {
    private static final String CREATES = "autoCreateTopicWithFirstSubscription";
    private static final String DELETES = "autoDeleteTopicWithLastSubscription";

    /**
     * Returns null for a topic. The record of a domain always has the first of both members.
     *
     * @param expected whether it is a domain; null if the members say so
     */
    static @Nullable Domain read(JsonObjectReader properties, @Nullable Boolean expected) {
        boolean domain = expected == null ? properties.has(CREATES) : expected;
        var creates = properties.flagOr(CREATES, true);
        var deletes = properties.flagOr(DELETES, true);
        for (var member : new String[] {CREATES, DELETES}) {
            if (!domain && properties.has(member)) {
                properties.broken(member, "is for domains only; a domain is at /domains/<domain>");
            }
        }
        return domain ? new Domain(creates, deletes) : null;
    }

    void write(ObjectNode properties) {
        properties.put(CREATES, createsTopics).put(DELETES, deletesTopics);
    }
}
