package io.tidings.topology.source;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.AllowedSources;
import io.tidings.runtime.kafka.KafkaClients;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;

/** @param instanceId identifies this process in the group; the same after a restart */
public record SourceSettings(KafkaClients clients, Topics topics, AllowedSources allowed, String instanceId) {
    private static final int MOST_FETCHED_BYTES = 16 * 1024 * 1024;

    String group() {
        return topics.sourcesGroup();
    }

    Map<String, Object> consumer() {
        var settings = new HashMap<String, Object>();
        settings.put("group.id", group());
        settings.put("group.protocol", "classic");
        settings.put("group.instance.id", instanceId);
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        settings.put("session.timeout.ms", 10_000);
        settings.put("heartbeat.interval.ms", 1_000);
        settings.put("retry.backoff.ms", KafkaClients.RETRY_BACKOFF_MILLIS);
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "none"); // a lost offset is counted, see StartPositions
        settings.put("isolation.level", "read_committed");
        settings.put("allow.auto.create.topics", false); // a topic of others is never created
        settings.put("metadata.max.age.ms", 10_000); // how long new partitions go unseen
        settings.put("fetch.max.wait.ms", 500);
        settings.put("fetch.max.bytes", MOST_FETCHED_BYTES);
        // As long as the transaction of a dead instance may hide its offsets.
        settings.put("default.api.timeout.ms", 30_000);
        return settings;
    }

    /** Reads more at once than the consumer of the group, so that it comes up with it. */
    Map<String, Object> catchUpConsumer() {
        return Map.of(
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "none",
                "isolation.level",
                "read_committed",
                "allow.auto.create.topics",
                false,
                "fetch.max.wait.ms",
                100,
                "fetch.max.bytes",
                MOST_FETCHED_BYTES,
                "max.poll.records",
                2_000);
    }

    /** A transaction that stays open hides later deliveries of all topics, so its limits are short. */
    Map<String, Object> producer() {
        return Map.of(
                "linger.ms", 5,
                "transaction.timeout.ms", 10_000,
                "delivery.timeout.ms", 9_000,
                "request.timeout.ms", 5_000,
                // A commit for a topic that was just deleted is repeated until this has passed.
                "max.block.ms", 5_000);
    }

    /** Of the transactions that one instance writes. */
    String ownTransactions() {
        return group() + "-" + instanceId;
    }

    /** The same for all instances, so that only one at a time decides where a topic is read from. */
    String sharedTransactions() {
        return group() + ".starts";
    }
}
