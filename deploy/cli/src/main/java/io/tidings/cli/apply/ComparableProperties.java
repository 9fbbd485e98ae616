package io.tidings.cli.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Properties in a form in which a file and the server's view of the same resource are equal: without what only the
 * server says, without secrets, which it never shows, and without defaults. Pure.
 */
final class ComparableProperties {
    static final String INPUT_SCHEMA = "inputSchema";
    private static final List<String> READ_ONLY = List.of(
            "topic",
            "provisioningState",
            "provisioningError",
            "warnings",
            "status",
            "systemData",
            "endpoint",
            "metricResourceId",
            "publicNetworkAccess");
    /** True unless stated. */
    private static final List<String> DOMAIN_DEFAULTS =
            List.of("autoCreateTopicWithFirstSubscription", "autoDeleteTopicWithLastSubscription");

    private static final Set<String> ANY_CASE =
            Set.of("endpointType", "operatorType", "type", INPUT_SCHEMA, "eventDeliverySchema");
    private static final String CONTAINERS = "/blobServices/default/containers/";
    private static final String DELIVERY_SCHEMA = "eventDeliverySchema";
    private static final String TIDINGS = "tidings";
    private static final String EVENT_GRID = "event-grid";
    /** The only object that says something even if it is empty. */
    private static final String SIGNING = "signing";

    /** With a larger one a number of few bytes would be written out as a text of up to two billion digits. */
    private static final int LARGEST_EXPONENT = 1_000;

    private ComparableProperties() {}

    /** @param topic whether they are those of a topic */
    static ObjectNode of(ObjectNode properties, boolean topic) {
        var copy = properties.deepCopy();
        copy.remove(READ_ONLY);
        if (topic) {
            if (!copy.has(INPUT_SCHEMA)) {
                copy.put(INPUT_SCHEMA, schemaOf(copy));
            }
            if (copy.at("/tidings/source") instanceof ObjectNode source) {
                remove(source, "start", "latest");
            }
            if (copy.at("/tidings/deduplicate") instanceof ObjectNode deduplicate) {
                putIfAbsent(deduplicate, "by", "id"); // an empty object says something
                putIfAbsent(deduplicate, "window", "PT1H");
            }
        } else {
            removeAliases(copy);
            removeSecrets(copy);
            removeDefaults(copy);
        }
        return canonical(copy, false);
    }

    static ObjectNode ofDomain(ObjectNode properties) {
        var copy = properties.deepCopy();
        for (var member : DOMAIN_DEFAULTS) {
            if (!copy.hasNonNull(member)) {
                copy.put(member, true);
            }
        }
        return of(copy, true);
    }

    private static void putIfAbsent(ObjectNode object, String name, String value) {
        if (!object.hasNonNull(name)) {
            object.put(name, value);
        }
    }

    /** Properties as they are written, but for their secrets. */
    static ObjectNode withoutSecrets(ObjectNode properties) {
        var copy = properties.deepCopy();
        removeSecrets(copy);
        return copy;
    }

    /** The schema of a topic follows from the format of its source. */
    static String schemaOf(ObjectNode topic) {
        return topic.at("/tidings/source/format").asText().equals("cloudevents")
                ? "CloudEventSchemaV1_0"
                : "EventGridSchema";
    }

    private static void removeAliases(ObjectNode properties) {
        if (properties.at("/destination/properties") instanceof ObjectNode webhook) {
            webhook.remove("endpointBaseUrl");
            var schema = webhook.remove(DELIVERY_SCHEMA);
            if (schema != null && !properties.has(DELIVERY_SCHEMA)) {
                properties.set(DELIVERY_SCHEMA, schema);
            }
        }
        if (properties.get("retryPolicy") instanceof ObjectNode policy) {
            var minutes = policy.remove("eventExpiryInMinutes");
            if (minutes != null && !policy.has("eventTimeToLiveInMinutes")) {
                policy.set("eventTimeToLiveInMinutes", minutes);
            }
        }
        var types = properties.at("/filter/includedEventTypes");
        if (types.size() == 1 && types.path(0).asText().equalsIgnoreCase("all")) {
            ((ArrayNode) types).removeAll();
        }
        if (properties.at("/deadLetterDestination/properties") instanceof ObjectNode blob) {
            var id = blob.path("resourceId").asText();
            if (!blob.has("blobContainerName") && id.contains(CONTAINERS)) {
                blob.put("blobContainerName", id.substring(id.indexOf(CONTAINERS) + CONTAINERS.length()));
            }
        }
    }

    private static void removeSecrets(ObjectNode properties) {
        for (var mapping : properties.at("/destination/properties/deliveryAttributeMappings")) {
            if (mapping.path("properties") instanceof ObjectNode values
                    && values.path("isSecret").asBoolean()) {
                values.remove("value");
            }
        }
        if (properties.at("/tidings/signing") instanceof ObjectNode signing) {
            signing.remove(List.of("secret", "formerUntil"));
        }
        if (properties.at("/tidings/authentication/oauth2") instanceof ObjectNode oauth) {
            oauth.remove("clientSecret");
        }
    }

    /** A GET shows what differs from what Event Grid does. */
    private static void removeDefaults(ObjectNode properties) {
        if (properties.get(TIDINGS) instanceof ObjectNode tidings) {
            remove(tidings, "recovery", "forward");
            remove(tidings, "gone", "retry");
            remove(tidings, "whilePaused", "expire");
            remove(tidings, "start", "now");
            remove(tidings, "lanes", "1");
            if (tidings.get("retry") instanceof ObjectNode retry) {
                remove(retry, "preset", EVENT_GRID);
                remove(retry, "floors", EVENT_GRID);
            }
        }
    }

    private static void remove(ObjectNode object, String member, String usual) {
        if (object.path(member).asText().equals(usual)) {
            object.remove(member);
        }
    }

    /** @param extension whether the object is one of {@code tidings}, where durations are */
    private static ObjectNode canonical(ObjectNode object, boolean extension) {
        var result = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(member -> {
            boolean below = extension || member.getKey().equals(TIDINGS);
            var value = canonical(member.getKey(), member.getValue(), below);
            boolean nothing = value.isNull()
                    || (value.isTextual() && value.asText().isEmpty())
                    || (value.isBoolean() && !value.asBoolean())
                    || (value.isContainerNode()
                            && value.isEmpty()
                            && !member.getKey().equals(SIGNING));
            if (!nothing) {
                result.set(member.getKey(), value);
            }
        });
        return result;
    }

    private static JsonNode canonical(String name, JsonNode value, boolean extension) {
        return switch (value) {
            case ObjectNode object -> canonical(object, extension);
            case ArrayNode array -> {
                var result = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> result.add(canonical(name, element, extension)));
                yield result;
            }
            case TextNode text -> TextNode.valueOf(text(name, text.asText(), extension));
            default -> value.isNumber() ? TextNode.valueOf(text(value.decimalValue())) : value;
        };
    }

    /** Equal numbers have the same text, however they are written. */
    private static String text(BigDecimal number) {
        if (number.signum() == 0) {
            return "0";
        }
        var digits = new BigDecimal(number.unscaledValue()).stripTrailingZeros();
        long exponent = -(long) digits.scale() - number.scale();
        return Math.abs(exponent) > LARGEST_EXPONENT
                ? digits.unscaledValue() + "E" + exponent
                : number.stripTrailingZeros().toPlainString();
    }

    private static String text(String name, String text, boolean extension) {
        if (ANY_CASE.contains(name)) {
            return text.toLowerCase(Locale.ROOT);
        }
        try {
            if (name.equals("expirationTimeUtc")) {
                return OffsetDateTime.parse(text).toInstant().toString();
            }
            if (extension && text.startsWith("P")) {
                return Duration.parse(text).toString();
            }
        } catch (DateTimeException _) { // the server says what is wrong with it
            return text;
        }
        return text;
    }
}
