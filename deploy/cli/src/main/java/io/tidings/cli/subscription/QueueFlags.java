package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.session.Members;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of a subscription whose events are received. */
final class QueueFlags {
    private static final String CONFIGURATION = "deliveryConfiguration";

    @Option(
            names = "--queue",
            description = "its events wait for receivers instead of being sent; only when it is created")
    private boolean queue;

    @Option(
            names = "--receive-lock",
            paramLabel = "SECONDS",
            description = "of a queue: how long nobody else gets a received event, 60 to 300 (60)")
    private @Nullable Integer lock;

    @Option(
            names = "--max-delivery-count",
            paramLabel = "N",
            description = "of a queue: receives before an event is dead-lettered, 1 to 10 (10)")
    private @Nullable Integer count;

    void addTo(ObjectNode properties) {
        Members.put(properties, CONFIGURATION + ".deliveryMode", queue ? "Queue" : null);
        Members.put(properties, CONFIGURATION + ".queue.receiveLockDurationInSeconds", lock);
        Members.put(properties, CONFIGURATION + ".queue.maxDeliveryCount", count);
    }
}
