package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.session.Members;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags for what publishers may do and where their events lie, of topics and of domains. */
final class PublisherFlags {
    @Option(
            names = "--partition-by",
            paramLabel = "VALUE",
            description = "the value of an event that chooses its partition, so that events with the same one keep"
                    + " their order: subject or a path such as /data/customerId")
    private @Nullable String partitionBy;

    @Option(names = "--disable-local-auth", description = "refuse keys and signatures: publishers show a token")
    private boolean identitiesOnly;

    @Option(
            names = "--publish-events-per-second",
            paramLabel = "NUMBER",
            description = "the most events that are accepted over HTTP")
    private @Nullable Integer events;

    @Option(
            names = "--publish-bytes-per-second",
            paramLabel = "NUMBER",
            description = "the most bytes that are accepted over HTTP")
    private @Nullable Integer bytes;

    @Option(names = "--force", description = "with --replace: change --partition-by although a subscription is ordered")
    private boolean force;

    void addTo(ObjectNode properties) {
        if (identitiesOnly) {
            properties.put("disableLocalAuth", true);
        }
        Members.put(properties, "tidings.partitionBy", partitionBy);
        Members.put(properties, "tidings.limits.publishEventsPerSecond", events);
        Members.put(properties, "tidings.limits.publishBytesPerSecond", bytes);
    }

    /** Returns the path that a replacement goes to. */
    String replacing(String path) {
        return force ? path + "?force=true" : path;
    }
}
