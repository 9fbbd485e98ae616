package io.tidings.ingest.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Validated;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.EventFilterJson;

/** A filter that no subscription has yet, and an event to try it with. */
record FilterProposal(EventFilter filter, ObjectNode event) {
    static Validated<FilterProposal> read(byte[] json) {
        return ResourceJson.object(json, root -> {
            var filter = EventFilterJson.read(root.object("filter"));
            var event = root.node("event") instanceof ObjectNode object ? object : null;
            if (root.present() && event == null) {
                root.broken("event", "must be an object: an event in the schema of the topic");
            }
            return new FilterProposal(filter, event == null ? JsonNodeFactory.instance.objectNode() : event);
        });
    }
}
