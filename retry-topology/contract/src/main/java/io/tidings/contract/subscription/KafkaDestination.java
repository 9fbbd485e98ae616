package io.tidings.contract.subscription;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A Kafka topic of the same cluster, as Azure names an event hub (B-DEST).
 *
 * @param resourceId its last segment is the name that a setting maps to a Kafka topic
 */
public record KafkaDestination(String resourceId, List<DeliveryAttribute> attributes) implements Destination {
    /** The attribute whose value is the key of the record, not a header. */
    public static final String PARTITION_KEY = "PartitionKey";

    /** The longest partition key that Event Hubs accepts. */
    public static final int MAX_PARTITION_KEY = 128;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9._-]{0,254}[A-Za-z0-9]");

    public KafkaDestination {
        attributes = List.copyOf(attributes);
        if (!isName(nameIn(resourceId))) {
            throw new IllegalArgumentException("\"" + resourceId + "\" names no event hub");
        }
    }

    /** The name of the event hub, which a setting maps to a Kafka topic. */
    public String name() {
        return nameIn(resourceId);
    }

    static String nameIn(String resourceId) {
        return resourceId.substring(resourceId.lastIndexOf('/') + 1);
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    public static boolean isPartitionKey(DeliveryAttribute attribute) {
        return attribute.name().equalsIgnoreCase(PARTITION_KEY);
    }

    @Override
    public URI endpoint() {
        return URI.create("eventhub:" + name());
    }

    @Override
    public String displayName() {
        return "event hub " + name();
    }
}
