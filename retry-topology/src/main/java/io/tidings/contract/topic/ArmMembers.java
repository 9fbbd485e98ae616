package io.tidings.contract.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The members that every resource of Azure has (B-ARM-1). Tidings keeps them and gives them no meaning.
 *
 * @param tags by name
 * @param identity not to be changed; null if there is none
 * @param sku not to be changed; null if there is none
 */
public record ArmMembers(
        @Nullable String location,
        Map<String, String> tags,
        @Nullable ObjectNode identity,
        @Nullable ObjectNode sku) {
    public static final ArmMembers NONE = new ArmMembers(null, Map.of(), null, null);

    public ArmMembers {
        tags = Collections.unmodifiableMap(new TreeMap<>(tags));
    }
}
