package io.tidings.contract.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Kafka topic as destination, in the JSON of Event Grid's destination EventHub. */
final class KafkaDestinationJson {
    static final String TYPE = "EventHub";

    private static final String RESOURCE_ID = "resourceId";
    private static final Pattern PATH_TO_HUB = Pattern.compile("(?i)/.*/eventhubs/[^/]+");

    private KafkaDestinationJson() {}

    /** @param destination whose type was read */
    static @Nullable KafkaDestination read(JsonObjectReader destination) {
        var properties = destination.object("properties");
        var id = properties.requiredText(RESOURCE_ID);
        boolean legal = PATH_TO_HUB.matcher(id).matches() && KafkaDestination.isName(KafkaDestination.nameIn(id));
        if (!id.isBlank() && !legal) {
            properties.broken(RESOURCE_ID, "must name an event hub, letters, digits, . - and _, as …/eventhubs/NAME");
        }
        var attributes = DeliveryAttributesJson.read(properties, false);
        attributes.forEach(each -> check(each, properties));
        // SubscriptionJson reads the delivery schema, which is also accepted here.
        properties.ignoring("eventDeliverySchema").refuseOthers();
        destination.refuseOthers();
        return legal ? new KafkaDestination(id, attributes) : null;
    }

    private static void check(DeliveryAttribute attribute, JsonObjectReader properties) {
        if (!(attribute instanceof Static(var name, var value, var secret))) {
            return;
        }
        if (secret) {
            properties.broken(
                    DeliveryAttributesJson.MEMBER,
                    "must not make " + name + " a secret: every reader of the Kafka topic sees its headers");
        }
        if (KafkaDestination.isPartitionKey(attribute) && value.length() > KafkaDestination.MAX_PARTITION_KEY) {
            properties.broken(
                    DeliveryAttributesJson.MEMBER,
                    "must give " + name + " at most " + KafkaDestination.MAX_PARTITION_KEY + " characters");
        }
    }

    static void write(KafkaDestination kafka, ObjectNode destination) {
        destination.put("endpointType", TYPE);
        var properties = destination.putObject("properties").put(RESOURCE_ID, kafka.resourceId());
        if (!kafka.attributes().isEmpty()) {
            DeliveryAttributesJson.write(kafka.attributes(), properties.putArray(DeliveryAttributesJson.MEMBER));
        }
    }
}
