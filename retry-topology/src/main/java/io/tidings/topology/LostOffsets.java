package io.tidings.topology;

import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaAnswer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of events that Kafka deleted before this program read them: Streams resets to what is left and says nothing. */
record LostOffsets(Admin admin, Topics topics, String group, MatchMetrics metrics) {
    private static final Logger log = LoggerFactory.getLogger(LostOffsets.class);

    /** Compares what was committed with where the logs begin now. */
    void report() {
        var committed = committed();
        var asked = new HashMap<TopicPartition, OffsetSpec>();
        committed.keySet().forEach(partition -> asked.put(partition, OffsetSpec.earliest()));
        var starts = KafkaAnswer.await(admin.listOffsets(asked).all(), "asking where the events topics begin");
        starts.forEach((partition, start) -> {
            long lost = start.offset() - committed.getOrDefault(partition, start.offset());
            if (lost > 0) {
                metrics.lost(lost);
                log.error(
                        "{} begins at offset {}, {} records behind what was read: they were deleted unread and are"
                                + " lost; raise its retention.ms, and publish them again where their source has them",
                        partition,
                        start.offset(),
                        lost);
            }
        });
    }

    /** Of topics that still exist only: where a deleted one began, Kafka looks for in vain until time is up. */
    private Map<TopicPartition, Long> committed() {
        var existing = KafkaAnswer.await(admin.listTopics().names(), "listing topics");
        var events = topics.eventsPattern().asMatchPredicate();
        var committed = new HashMap<TopicPartition, Long>();
        KafkaAnswer.await(
                        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                        "asking what " + group + " has committed")
                .forEach((partition, offset) -> {
                    if (offset != null && events.test(partition.topic()) && existing.contains(partition.topic())) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }
}
