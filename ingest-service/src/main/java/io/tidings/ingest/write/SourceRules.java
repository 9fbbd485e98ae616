package io.tidings.ingest.write;

import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.kafka.AllowedSources;
import java.util.Optional;
import java.util.function.Predicate;

/** The rules of a topic's source that depend on the other topics and on the settings. */
public record SourceRules(ResourceTable table, AllowedSources allowed) {
    /** Returns the rule that the source breaks; one that the topic has already may stay while the rest changes. */
    public Optional<Violation> violation(TopicResource topic, Optional<TopicResource> before) {
        var source = topic.source();
        boolean kept = source != null
                && before.map(TopicResource::source)
                        .filter(former -> former.kafkaTopic().equals(source.kafkaTopic()))
                        .isPresent();
        return kept
                ? Optional.empty()
                : allowed.brokenBy(topic).map(rule -> new Violation("properties.tidings.source.kafkaTopic", rule));
    }

    /**
     * Returns a sentence about the topic that gets the events already.
     *
     * @param shown whether the manager may see a topic, so that the sentence may name it
     */
    public Optional<String> conflict(TopicResource topic, Predicate<String> shown) {
        var source = topic.source();
        return source == null
                ? Optional.empty()
                : table.topics().stream()
                        .map(entry -> entry.topic())
                        .filter(other -> !other.name().equals(topic.name()))
                        .filter(other -> other.source() != null
                                && other.source().kafkaTopic().equals(source.kafkaTopic()))
                        .findFirst()
                        .map(other -> "Kafka topic " + source.kafkaTopic() + " is the source of "
                                + (shown.test(other.name()) ? "topic " + other.name() : "another topic")
                                + " already; subscribe to that topic, or remove its source first");
    }
}
