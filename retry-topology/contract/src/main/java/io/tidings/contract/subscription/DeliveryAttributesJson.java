package io.tidings.contract.subscription;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.secret.Keyring;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The headers that a subscription adds to its deliveries, as JSON (B-DEL-5, reference §4.2). */
public final class DeliveryAttributesJson {
    public static final String MEMBER = "deliveryAttributeMappings";

    /** The error for a sealed secret in a PUT, which could not be opened here or was copied from a record. */
    public static final String SEALED =
            "is sealed and cannot be opened here (provisioningError says why); give the value again";

    private static final int MOST = 10;

    private DeliveryAttributesJson() {}

    /** @param sealed whether secrets may be sealed, as in records */
    public static List<DeliveryAttribute> read(JsonObjectReader destination, boolean sealed) {
        var mappings = destination.objects(MEMBER);
        if (mappings.size() > MOST) {
            destination.broken(MEMBER, "must have at most " + MOST + " elements");
        }
        var attributes = new ArrayList<DeliveryAttribute>();
        Set<String> names = new HashSet<>();
        for (var mapping : mappings) {
            attribute(mapping, names, sealed).ifPresent(attributes::add);
        }
        return attributes;
    }

    private static Optional<DeliveryAttribute> attribute(JsonObjectReader mapping, Set<String> names, boolean sealed) {
        var name = mapping.requiredText("name");
        if (!name.isBlank()) {
            HeaderRules.brokenByName(name).ifPresent(rule -> mapping.broken("name", rule));
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                mapping.broken("name", "must not be given twice");
            }
        }
        var type = mapping.requiredText("type").toLowerCase(Locale.ROOT);
        var properties = mapping.object("properties");
        mapping.refuseOthers();
        return switch (type) {
            case "static" -> Optional.ofNullable(fixed(name, properties, sealed));
            case "dynamic" -> Optional.of(dynamic(name, properties));
            case "" -> Optional.empty();
            default -> {
                mapping.broken("type", "must be Static or Dynamic");
                yield Optional.empty();
            }
        };
    }

    private static DeliveryAttribute.@Nullable Static fixed(String name, JsonObjectReader properties, boolean sealed) {
        boolean secret = properties.flag("isSecret");
        var value = properties.text("value");
        properties.refuseOthers();
        if (value == null) {
            properties.broken(
                    "value", secret ? "is required, because no secret of that name is known yet" : "is required");
            return null;
        }
        if (secret && Keyring.isSealed(value)) {
            if (!sealed) {
                properties.broken("value", SEALED);
            }
        } else if (!HeaderRules.legalValue(value)) {
            properties.broken(
                    "value", "must be printable ASCII of at most " + HeaderRules.MAX_VALUE_BYTES + " characters");
        }
        return new DeliveryAttribute.Static(name, value, secret);
    }

    private static DeliveryAttribute dynamic(String name, JsonObjectReader properties) {
        var source = properties.requiredText("sourceField");
        properties.refuseOthers();
        return new DeliveryAttribute.Dynamic(name, source);
    }

    /** Includes secrets, for the record. */
    public static void write(List<DeliveryAttribute> attributes, ArrayNode json) {
        attributes.forEach(attribute -> write(attribute, json, false));
    }

    /** Leaves secrets out, for management responses. */
    public static void show(List<DeliveryAttribute> attributes, ArrayNode json) {
        attributes.forEach(attribute -> write(attribute, json, true));
    }

    private static void write(DeliveryAttribute attribute, ArrayNode json, boolean hideSecrets) {
        var mapping = json.addObject().put("name", attribute.name());
        switch (attribute) {
            case DeliveryAttribute.Static(var _, var value, var secret) ->
                mapping.put("type", "Static")
                        .putObject("properties")
                        .put("value", secret && hideSecrets ? null : value)
                        .put("isSecret", secret);
            case DeliveryAttribute.Dynamic(var _, var sourceField) ->
                mapping.put("type", "Dynamic").putObject("properties").put("sourceField", sourceField);
        }
    }
}
