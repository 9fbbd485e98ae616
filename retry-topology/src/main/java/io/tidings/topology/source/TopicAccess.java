package io.tidings.topology.source;

import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.topology.match.SourceMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka topics of others that can be read. Only those are subscribed to, because a consumer fails as a whole if it
 * may not read one of its topics. Confined to the reader's thread.
 */
final class TopicAccess {
    private static final Logger log = LoggerFactory.getLogger(TopicAccess.class);
    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(5);
    /** The brokers may describe a topic to us, but not let us read it; only trying shows that this has changed. */
    private static final Duration REFUSED_FOR = Duration.ofMinutes(1);

    private static final int PATIENCE_MS = 5_000;

    private final Admin admin;
    private final SourceMetrics metrics;
    private final Map<String, Access> found = new HashMap<>();
    private final Map<String, Long> refused = new HashMap<>();
    private long checked;

    private enum Access {
        READABLE,
        MISSING,
        FORBIDDEN
    }

    TopicAccess(Admin admin, SourceMetrics metrics) {
        this.admin = admin;
        this.metrics = metrics;
    }

    /** Asks the brokers about topics that are new, and about all every few seconds. */
    Set<String> readable(Map<String, SourcedTopic> wanted) {
        long now = System.nanoTime();
        if (!found.keySet().equals(wanted.keySet()) || now - checked >= BETWEEN_CHECKS.toNanos()) {
            check(wanted, now);
            checked = now;
        }
        var readable = new TreeSet<String>();
        found.forEach((kafkaTopic, access) -> {
            if (access == Access.READABLE) {
                readable.add(kafkaTopic);
            }
        });
        return readable;
    }

    /** Leaves out topics that the brokers did not let us read, until they are tried again. */
    void refused(Collection<String> kafkaTopics) {
        long now = System.nanoTime();
        kafkaTopics.forEach(each -> refused.put(each, now));
        checked = now - BETWEEN_CHECKS.toNanos();
    }

    private void check(Map<String, SourcedTopic> wanted, long now) {
        refused.values().removeIf(since -> now - since >= REFUSED_FOR.toNanos());
        found.keySet().retainAll(wanted.keySet());
        admin.describeTopics(wanted.keySet(), new DescribeTopicsOptions().timeoutMs(PATIENCE_MS))
                .topicNameValues()
                .forEach((kafkaTopic, description) -> {
                    var access = refused.containsKey(kafkaTopic) ? Access.FORBIDDEN : access(kafkaTopic, description);
                    var topic = wanted.get(kafkaTopic);
                    if (topic != null && found.put(kafkaTopic, access) != access) {
                        report(topic, kafkaTopic, access);
                    }
                });
        var available = new HashMap<String, Boolean>();
        wanted.forEach((kafkaTopic, topic) -> available.put(topic.name(), found.get(kafkaTopic) == Access.READABLE));
        metrics.available(available);
    }

    private Access access(String kafkaTopic, KafkaFuture<?> description) {
        try {
            var _ = KafkaFutures.await(description, "asking for topic " + kafkaTopic);
            return Access.READABLE;
        } catch (UnknownTopicOrPartitionException | InvalidTopicException e) {
            return Access.MISSING;
        } catch (TopicAuthorizationException e) {
            return Access.FORBIDDEN;
        } catch (KafkaException e) {
            log.debug("it is unknown whether {} can be read; this is asked again", kafkaTopic, e);
            return found.getOrDefault(kafkaTopic, Access.MISSING);
        }
    }

    private static void report(SourcedTopic topic, String kafkaTopic, Access access) {
        switch (access) {
            case READABLE -> log.info("events of topic {} are read from Kafka topic {}", topic.name(), kafkaTopic);
            case MISSING ->
                log.warn(
                        "Kafka topic {}, the source of topic {}, does not exist; it is read as soon as it does",
                        kafkaTopic,
                        topic.name());
            case FORBIDDEN ->
                log.warn(
                        "Kafka topic {}, the source of topic {}, may not be read: allow Read on it",
                        kafkaTopic,
                        topic.name());
        }
    }
}
