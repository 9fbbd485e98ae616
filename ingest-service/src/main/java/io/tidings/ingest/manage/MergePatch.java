package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.resource.ResourceJson;
import io.tidings.contract.resource.Subscription;
import io.tidings.contract.resource.SubscriptionJson;
import java.io.IOException;

/**
 * The body of a PATCH: what it says replaces what the subscription has, what it is silent about stays (RFC 7396,
 * B-SUB-1). Azure's clients send the properties without a {@code properties} around them. Pure.
 */
record MergePatch(Subscription before) {
    private static final String PROPERTIES = "properties";
    private static final JsonPointer TIME_TO_LIVE =
            JsonPointer.compile("/properties/retryPolicy/eventTimeToLiveInMinutes");
    private static final JsonPointer EXPIRY = JsonPointer.compile("/properties/retryPolicy/eventExpiryInMinutes");
    private static final JsonPointer SCHEMA = JsonPointer.compile("/properties/eventDeliverySchema");
    private static final JsonPointer SCHEMA_OF_DESTINATION =
            JsonPointer.compile("/properties/destination/properties/eventDeliverySchema");

    /** The whole subscription as a PUT would say it; a body that is no JSON object is left to whoever reads it. */
    byte[] applied(byte[] body) {
        try {
            if (ResourceJson.read(body) instanceof ObjectNode patch) {
                var target = SubscriptionJson.write(before);
                var wrapped = patch.has(PROPERTIES)
                        ? patch
                        : JsonNodeFactory.instance.objectNode().set(PROPERTIES, patch);
                forgetIfSaidAs(EXPIRY, TIME_TO_LIVE, wrapped, target);
                forgetIfSaidAs(SCHEMA_OF_DESTINATION, SCHEMA, wrapped, target);
                merge(target, wrapped);
                return target.toString().getBytes(UTF_8);
            }
            return body;
        } catch (IOException e) {
            return body; // told by the reader, with its place
        }
    }

    /** Some things can be said in two ways; what the patch says in one must not meet what is kept in the other. */
    private static void forgetIfSaidAs(JsonPointer other, JsonPointer kept, JsonNode patch, ObjectNode target) {
        boolean said = !patch.at(other).isMissingNode() && patch.at(kept).isMissingNode();
        if (said && target.at(kept.head()) instanceof ObjectNode parent) {
            parent.remove(kept.last().getMatchingProperty());
        }
    }

    private static void merge(ObjectNode target, JsonNode patch) {
        patch.properties().forEach(member -> {
            var name = member.getKey();
            if (member.getValue().isNull()) {
                target.remove(name);
            } else if (member.getValue() instanceof ObjectNode object) {
                merge(target.get(name) instanceof ObjectNode kept ? kept : target.putObject(name), object);
            } else {
                target.set(name, member.getValue());
            }
        });
    }
}
