package io.tidings.export.it;

import static org.awaitility.Awaitility.await;

import io.tidings.contract.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** The group of the exporters, and what it has committed of the dead letters. */
record ExporterGroup(Topics topics) {
    /** Returns when nothing of the partition waits. */
    void awaitCommitted(int partition) throws Exception {
        var dead = letters(partition);
        try (var reader = ExporterFixture.clients().consumer(Map.of())) {
            await().atMost(ExporterFixture.PATIENCE)
                    .until(() -> committedOffset(partition)
                            == reader.endOffsets(List.of(dead)).get(dead));
        }
    }

    void awaitPassed(RecordMetadata record) {
        awaitPassed(record.partition(), record.offset());
    }

    void awaitPassed(int partition, long offset) {
        await().atMost(ExporterFixture.PATIENCE).until(() -> committedOffset(partition) > offset);
    }

    long committedOffset(int partition) throws Exception {
        return committed(partition).map(OffsetAndMetadata::offset).orElse(-1L);
    }

    /** Returns what the commit of the partition says besides its offset. */
    String metadata(int partition) throws Exception {
        return committed(partition).map(OffsetAndMetadata::metadata).orElse("");
    }

    private Optional<OffsetAndMetadata> committed(int partition) throws Exception {
        try (var admin = ExporterFixture.clients().admin()) {
            return Optional.ofNullable(admin.listConsumerGroupOffsets(name())
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(letters(partition)));
        }
    }

    /** Returns the end of a partition as a reader of committed records sees it. */
    long end(int partition) {
        var dead = letters(partition);
        try (var reader = ExporterFixture.clients().consumer(Map.of())) {
            return reader.endOffsets(List.of(dead)).get(dead);
        }
    }

    String topicId() throws Exception {
        try (var admin = ExporterFixture.clients().admin()) {
            return admin.describeTopics(List.of(topics.deadLetters()))
                    .allTopicNames()
                    .get()
                    .get(topics.deadLetters())
                    .topicId()
                    .toString();
        }
    }

    /** Commits what no exporter would, once the session of a stopped one has ended. */
    void commit(int partition, OffsetAndMetadata offset) {
        try (var admin = ExporterFixture.clients().admin()) {
            await().atMost(ExporterFixture.PATIENCE)
                    .ignoreExceptions()
                    .until(() -> admin.alterConsumerGroupOffsets(name(), Map.of(letters(partition), offset))
                                    .all()
                                    .get()
                            == null);
        }
    }

    /** A member of the exporters' group under the name of one of them. */
    Consumer<byte[], byte[]> member(String instance) {
        var consumer = ExporterFixture.clients()
                .consumer(Map.of(
                        "group.id",
                        name(),
                        "group.protocol",
                        "classic",
                        "group.instance.id",
                        instance,
                        "partition.assignment.strategy",
                        CooperativeStickyAssignor.class.getName(),
                        "enable.auto.commit",
                        false));
        consumer.subscribe(List.of(topics.deadLetters()));
        return consumer;
    }

    private TopicPartition letters(int partition) {
        return new TopicPartition(topics.deadLetters(), partition);
    }

    private String name() {
        return topics.exportersGroup();
    }
}
