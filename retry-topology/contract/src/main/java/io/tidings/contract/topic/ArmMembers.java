package io.tidings.contract.topic;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of Azure that Tidings keeps (B-ARM-1, B-ARM-2). Of these only {@code disableLocalAuth} has an effect.
 *
 * @param tags by name
 * @param identity not to be changed; null if there is none
 * @param sku not to be changed; null if there is none
 * @param others of the resource and of its properties, as the resource has them; not to be changed
 */
public record ArmMembers(
        @Nullable String location,
        Map<String, String> tags,
        @Nullable ObjectNode identity,
        @Nullable ObjectNode sku,
        ObjectNode others) {
    public static final ArmMembers NONE =
            new ArmMembers(null, Map.of(), null, null, JsonNodeFactory.instance.objectNode());

    public ArmMembers {
        tags = Collections.unmodifiableMap(new TreeMap<>(tags));
    }

    /** Returns whether publishers need the token of an identity, and no key or signature is accepted (B-IDENT-2). */
    public boolean disableLocalAuth() {
        return others.path("properties").path("disableLocalAuth").booleanValue();
    }
}
