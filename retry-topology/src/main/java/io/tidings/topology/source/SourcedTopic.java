package io.tidings.topology.source;

import io.tidings.contract.event.Input;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.KafkaSource;
import io.tidings.runtime.kafka.AllowedSources;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** A topic and the Kafka topic that its events come from. */
record SourcedTopic(String name, KafkaSource source) {
    /** Returns how its events are read, without rules for their data. */
    Input input() {
        return Input.of(name, source.format().schema());
    }

    /**
     * Returns the topics with a source by Kafka topic. Management refuses a second topic for a Kafka topic, and those
     * that are not allowed; of records that other tools wrote, the first by name counts.
     */
    static Map<String, SourcedTopic> byKafkaTopic(Collection<TopicEntry> topics, AllowedSources allowed) {
        var found = new TreeMap<String, SourcedTopic>();
        for (var entry : topics) {
            var source = entry.topic().source();
            if (source != null && allowed.brokenBy(entry.topic()).isEmpty()) {
                found.merge(
                        source.kafkaTopic(),
                        new SourcedTopic(entry.topic().name(), source),
                        (one, other) -> one.name().compareTo(other.name()) <= 0 ? one : other);
            }
        }
        return Map.copyOf(found);
    }
}
