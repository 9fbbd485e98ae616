package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.session.Members;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that name the Kafka topic that a topic gets its events from. */
final class SourceFlags {
    @Option(
            names = "--source-kafka-topic",
            paramLabel = "NAME",
            description = "a Kafka topic of others, whose records are events of this topic")
    private @Nullable String kafkaTopic;

    @Option(names = "--source-format", paramLabel = "FORMAT", description = "json, avro, cloudevents or event-grid")
    private @Nullable String format;

    @Option(
            names = "--source-start",
            paramLabel = "START",
            description = "the records to begin with: latest (default) or earliest")
    private @Nullable String start;

    boolean given() {
        return kafkaTopic != null || format != null || start != null;
    }

    /** Returns the source, for a mapping to be added; the service says what is missing. */
    ObjectNode addTo(ObjectNode properties) {
        var source = properties.putObject("tidings").putObject("source");
        Members.put(source, "kafkaTopic", kafkaTopic);
        Members.put(source, "format", format);
        Members.put(source, "start", start);
        return source;
    }
}
