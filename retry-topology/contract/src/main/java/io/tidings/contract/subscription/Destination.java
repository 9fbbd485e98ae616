package io.tidings.contract.subscription;

import java.net.URI;
import java.util.List;

/** The destination of the events of a subscription. */
public sealed interface Destination permits Webhook, KafkaDestination, QueueDestination, UnreadDestination {
    /** A URI that distinguishes destinations; it may hold secrets. */
    URI endpoint();

    /** The headers that are added to each delivery. */
    List<DeliveryAttribute> attributes();

    /** The host and port, or the Kafka topic; the rest of a URL may hold secrets. */
    String displayName();
}
