package io.tidings.export.copy;

import io.tidings.runtime.kafka.DescribedTopic;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the brokers, before records are sent, whether a Kafka topic takes them: a transaction with a record for a topic
 * that takes none does not end.
 */
record TopicCheck(Admin admin) {
    /** Returns why the topic takes nothing; empty if it takes records. */
    Optional<String> problem(String topic) {
        try {
            return problem(KafkaFutures.await(DescribedTopic.ask(admin, topic), "looking up the Kafka topic " + topic));
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.of("it does not exist");
        } catch (KafkaException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Optional<String> problem(DescribedTopic topic) {
        if (!topic.writePermitted()) {
            return Optional.of("the exporter may not write to it");
        }
        return topic.takesWrites()
                ? Optional.empty()
                : Optional.of("one of its partitions has no leader, or too few replicas in sync");
    }
}
