package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Unread;
import io.tidings.contract.subscription.DeliveryAttributesJson;
import io.tidings.contract.subscription.ExtensionsJson;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.write.SecretBackfill;
import java.util.Optional;

/**
 * The body of a PATCH, merged into the resource (RFC 7396, B-SUB-1). {@link SecretBackfill} adds the kept secrets.
 * Pure.
 *
 * @param before the resource as in a PUT
 * @param bare whether the body may be the bare properties, as Azure's clients send them for subscriptions
 */
record MergePatch(ObjectNode before, boolean bare) {
    private static final String PROPERTIES = "properties";
    private static final String PAUSED = "paused";
    private static final JsonPointer TIME_TO_LIVE =
            JsonPointer.compile("/properties/retryPolicy/eventTimeToLiveInMinutes");
    private static final JsonPointer ENDPOINT_TYPE = JsonPointer.compile("/properties/destination/endpointType");
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
        ExtensionsJson.show(before.extensions(), (ObjectNode) json.required(PROPERTIES));
        return new MergePatch(json, true);
    }

    static MergePatch of(TopicResource before) {
        return new MergePatch(TopicJson.write(before), false);
    }

    /** Returns the whole resource as in a PUT; an invalid body is returned unchanged, for its reader to report. */
    byte[] applied(byte[] body) {
        if (!(ResourceJson.orMissing(body) instanceof ObjectNode patch)) {
            return body;
        }
        var target = before.deepCopy();
        var wrapped = bare ? wrapped(patch) : patch;
        forgetOtherDestination(wrapped, target);
        forgetIfSaidAs(EXPIRY, TIME_TO_LIVE, wrapped, target);
        forgetIfSaidAs(SCHEMA_OF_DESTINATION, SCHEMA, wrapped, target);
        merge(target, wrapped);
        return target.toString().getBytes(UTF_8);
    }

    /** Returns what a PATCH leaves of the members that this release does not know. */
    Unread left(Unread unread, byte[] body) {
        return ResourceJson.orMissing(body) instanceof ObjectNode patch
                ? unread.after(bare ? wrapped(patch) : patch)
                : unread;
    }

    private static JsonNode wrapped(ObjectNode patch) {
        return patch.has(PROPERTIES)
                ? patch
                : JsonNodeFactory.instance.objectNode().set(PROPERTIES, patch);
    }

    /** Returns whether the body of a PATCH of a subscription does nothing but pause or resume it. */
    static boolean pausesOnly(byte[] body) {
        return onlyPaused(body).isPresent();
    }

    /** Returns whether the subscription is paused from now on; empty if the body does something else or is invalid. */
    static Optional<Boolean> pausing(byte[] body) {
        return onlyPaused(body)
                .filter(paused -> paused.isBoolean() || paused.isNull())
                .map(JsonNode::booleanValue);
    }

    private static Optional<JsonNode> onlyPaused(byte[] body) {
        var patch = ResourceJson.orMissing(body);
        boolean wrapped = patch.size() == 1 && patch.path(PROPERTIES).isObject();
        var members = wrapped ? patch.path(PROPERTIES) : patch;
        return members.size() == 1 && members.has(PAUSED) ? Optional.of(members.path(PAUSED)) : Optional.empty();
    }

    /** A destination of another type shares no member with the kept one. */
    private static void forgetOtherDestination(JsonNode patch, ObjectNode target) {
        var type = patch.at(ENDPOINT_TYPE);
        if (type.isTextual()
                && !type.asText().equalsIgnoreCase(target.at(ENDPOINT_TYPE).asText())
                && target.get(PROPERTIES) instanceof ObjectNode properties) {
            properties.remove("destination");
        }
    }

    /** Some settings have two forms: the kept form is removed if the patch uses the other. */
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
