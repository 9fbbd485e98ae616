package io.tidings.ingest.write;

import io.tidings.contract.Topics;
import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.TopicResource;
import java.util.Optional;

/** The rules of a topic's source that depend on the other topics and on the names of our own Kafka topics. */
public record SourceRules(ResourceTable table, Topics own) {
    public Optional<Violation> violation(TopicResource topic) {
        var source = topic.source();
        return source == null || !own.owns(source.kafkaTopic())
                ? Optional.empty()
                : Optional.of(new Violation(
                        "properties.tidings.source.kafkaTopic",
                        "must not be a Kafka topic of Tidings; publish to its events topics instead"));
    }

    /** Returns a sentence about the topic that gets the events already. */
    public Optional<String> conflict(TopicResource topic) {
        var source = topic.source();
        return source == null
                ? Optional.empty()
                : table.topics().stream()
                        .map(entry -> entry.topic())
                        .filter(other -> !other.name().equals(topic.name()))
                        .filter(other -> other.source() != null
                                && other.source().kafkaTopic().equals(source.kafkaTopic()))
                        .findFirst()
                        .map(other -> "Kafka topic " + source.kafkaTopic() + " is the source of topic " + other.name()
                                + " already; subscribe to that topic, or remove its source first");
    }
}
