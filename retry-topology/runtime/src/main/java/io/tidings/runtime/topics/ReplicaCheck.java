package io.tidings.runtime.topics;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;

/** The number of brokers that have the records of topics, and of those that have them for certain when Kafka confirms them. */
record ReplicaCheck(Map<String, TopicDescription> topics, Map<String, Config> settings) {
    private static final String CERTAIN = "min.insync.replicas";
    private static final int ENOUGH = 2;

    ReplicaCheck {
        topics = Map.copyOf(topics);
        settings = Map.copyOf(settings);
    }

    /** Returns the topics that lose confirmed records with one broker, if there are other brokers to keep copies. */
    Optional<String> warning(int brokers) {
        if (brokers < ENOUGH) {
            return Optional.empty();
        }
        var sentences = Stream.of(
                        sentence(
                                names(topics, ReplicaCheck::singleCopy),
                                "fewer than 2 replicas: give them more with kafka-reassign-partitions"),
                        sentence(
                                names(settings, ReplicaCheck::confirmedAlone),
                                CERTAIN + " below 2: set it with kafka-configs --alter --entity-type topics"
                                        + " --entity-name TOPIC --add-config " + CERTAIN + "=2"))
                .flatMap(Optional::stream)
                .toList();
        return sentences.isEmpty()
                ? Optional.empty()
                : Optional.of("the failure of one broker can lose confirmed records; " + String.join("; ", sentences));
    }

    private static boolean singleCopy(TopicDescription topic) {
        return topic.partitions().stream()
                .anyMatch(partition -> partition.replicas().size() < ENOUGH);
    }

    private static boolean confirmedAlone(Config config) {
        return Integer.parseInt(config.get(CERTAIN).value()) < ENOUGH;
    }

    private static <T> String names(Map<String, T> topics, Predicate<T> lacking) {
        return topics.entrySet().stream()
                .filter(topic -> lacking.test(topic.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .collect(joining(", "));
    }

    private static Optional<String> sentence(String names, String lack) {
        return names.isEmpty() ? Optional.empty() : Optional.of(names + ": " + lack);
    }
}
