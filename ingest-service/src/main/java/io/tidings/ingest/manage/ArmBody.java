package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.UnknownMembers;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicJson;
import java.util.List;

/**
 * The body of a PUT or PATCH without the members that Tidings does not know: versions of Azure's interface add members, and
 * clients send them unasked (B-ARM-2). A destination that comes with an identity of Azure is put in its usual place. Pure.
 *
 * @param ignored the paths of these members
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ArmBody(byte[] bytes, List<String> ignored) {
    private static final byte[] NOTHING = {};
    private static final String PROPERTIES = "properties";
    private static final SubscriptionJson SUBSCRIPTION = new SubscriptionJson(new EndpointRules(true));

    /**
     * Returns an invalid body unchanged, for management to refuse.
     *
     * @param path of a topic, a domain, a topic of one, or an event subscription
     */
    static ArmBody of(List<String> path, byte[] body) {
        if (!(ResourceJson.orMissing(body) instanceof ObjectNode json)) {
            return new ArmBody(body, List.of());
        }
        var unknown = new UnknownMembers();
        boolean moved = false;
        boolean ofDomain = path.getFirst().equalsIgnoreCase("domains");
        if (path.size() == 2) {
            TopicJson.read(path.get(1), json, unknown, ofDomain);
        } else if (path.get(path.size() - 2).equalsIgnoreCase("topics")) {
            return new ArmBody(NOTHING, List.of()); // a topic of a domain has nothing but its name
        } else {
            var whole = whole(json);
            moved = unwrap(whole.path(PROPERTIES));
            SUBSCRIPTION.read(new SubscriptionKey(path.get(1), path.getLast()), whole, unknown);
        }
        var ignored = unknown.remove();
        return new ArmBody(moved || !ignored.isEmpty() ? json.toString().getBytes(UTF_8) : body, ignored);
    }

    private static boolean unwrap(JsonNode properties) {
        boolean moved = false;
        for (var identity : SubscriptionJson.IDENTITIES.entrySet()) {
            if (properties.path(identity.getKey()) instanceof ObjectNode holder
                    && holder.has(identity.getValue())
                    && !properties.hasNonNull(identity.getValue())) {
                ((ObjectNode) properties).set(identity.getValue(), holder.remove(identity.getValue()));
                moved = true;
            }
        }
        return moved;
    }

    /** The PATCH of a subscription may be its bare properties. */
    private static ObjectNode whole(ObjectNode json) {
        return json.has(PROPERTIES)
                ? json
                : JsonNodeFactory.instance.objectNode().set(PROPERTIES, json);
    }
}
