package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.subscription.DeliveryAttributesJson;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.write.SecretBackfill;
import java.io.IOException;

/**
 * The body of a PATCH: what it says replaces what the resource has, what it is silent about stays (RFC 7396, B-SUB-1).
 * The values of secret headers are left to {@link SecretBackfill}. Pure.
 *
 * @param before as a PUT would say it
 * @param bare whether the body may be the properties without a {@code properties} around them, as Azure's clients send
 *     them of subscriptions
 */
record MergePatch(ObjectNode before, boolean bare) {
    private static final String PROPERTIES = "properties";
    private static final JsonPointer TIME_TO_LIVE =
            JsonPointer.compile("/properties/retryPolicy/eventTimeToLiveInMinutes");
    private static final JsonPointer EXPIRY = JsonPointer.compile("/properties/retryPolicy/eventExpiryInMinutes");
    private static final JsonPointer SCHEMA = JsonPointer.compile("/properties/eventDeliverySchema");
    private static final JsonPointer SCHEMA_OF_DESTINATION =
            JsonPointer.compile("/properties/destination/properties/eventDeliverySchema");

    static MergePatch of(Subscription before) {
        var json = SubscriptionJson.write(before);
        var attributes = before.destination().attributes();
        if (!attributes.isEmpty() && json.at("/properties/destination/properties") instanceof ObjectNode webhook) {
            DeliveryAttributesJson.show(attributes, webhook.putArray("deliveryAttributeMappings"));
        }
        return new MergePatch(json, true);
    }

    static MergePatch of(TopicResource before) {
        return new MergePatch(TopicJson.write(before), false);
    }

    /** The whole resource as a PUT would say it; a body that is no JSON object is left to whoever reads it. */
    byte[] applied(byte[] body) {
        try {
            if (ResourceJson.read(body) instanceof ObjectNode patch) {
                var target = before.deepCopy();
                var wrapped = !bare || patch.has(PROPERTIES)
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
