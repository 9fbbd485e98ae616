package io.tidings.runtime.follower;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.condition.ConditionTable;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TableChange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics of a table, and the reader that keeps it up to date with them.
 *
 * @param name of the thread that follows them
 * @param <T> a change that a record may make
 */
public record Followed<T>(String name, List<TopicPartition> partitions, Reader<T> reader) {
    private static final Logger log = LoggerFactory.getLogger(Followed.class);

    public Followed {
        partitions = List.copyOf(partitions);
    }

    /** Called with every record that has a key, on the follower's thread; must be quick and must not throw. */
    public interface Reader<T> {
        /** Returns what the listeners of the follower are told. */
        Optional<T> read(ConsumerRecord<byte[], byte[]> record);
    }

    /**
     * The topics and the subscriptions.
     *
     * @param listener told of every change from the first record on; must be quick and must not throw
     */
    public static Followed<TableChange> resources(Topics topics, ResourceTable table, Consumer<TableChange> listener) {
        var partitions = Stream.of(topics.topics(), topics.subscriptions())
                .map(topic -> new TopicPartition(topic, 0))
                .toList();
        return new Followed<>("table-follower", partitions, record -> {
            var change = change(record, topics, table);
            change.ifPresent(listener);
            return change;
        });
    }

    private static Optional<TableChange> change(
            ConsumerRecord<byte[], byte[]> record, Topics topics, ResourceTable table) {
        var key = key(record);
        if (key.startsWith("#")) {
            return Optional.empty(); // a mark of our own, not a resource
        }
        var change = record.topic().equals(topics.topics())
                ? table.readTopic(key, record.headers(), record.value(), record.offset())
                : table.readSubscription(
                        key,
                        record.headers(),
                        record.value(),
                        record.offset(),
                        Instant.ofEpochMilli(record.timestamp()));
        switch (change) {
            case TableChange.Ignored(var name, var problem, var offset) ->
                log.warn("{} at offset {} is ignored, the record before it stays in force: {}", name, offset, problem);
            case TableChange.SubscriptionPut(var entry)
            when entry.locked() -> table.problem(entry.subscription().key()).ifPresent(log::error);
            case TableChange.TopicPut(var entry)
            when entry.locked() -> table.topicProblem(entry.topic().name()).ifPresent(log::error);
            case TableChange.SubscriptionPut _,
                    TableChange.SubscriptionRemoved _,
                    TableChange.SubscriptionIncomplete _,
                    TableChange.TopicPut _,
                    TableChange.DomainTopicChanged _,
                    TableChange.EventTypesChanged _,
                    TableChange.TopicRemoved _ -> {}
        }
        return Optional.of(change);
    }

    /**
     * The health of endpoints, and the recoveries. A change is a subscription of which a lane has written that probation
     * began, was extended, or ended.
     *
     * @param partitions that are known; those added later are followed, too
     */
    public static Followed<SubscriptionKey> health(Topics topics, int partitions, EndpointHealthTable table) {
        return new Followed<>(
                "standing-follower", all(topics.probation(), partitions), record -> decided(record, table));
    }

    private static Optional<SubscriptionKey> decided(ConsumerRecord<byte[], byte[]> record, EndpointHealthTable table) {
        var key = key(record);
        if (key.equals(NumberOwners.KEY)) {
            return warn(record, table.owners().read(record.partition(), record.value()));
        }
        if (RecoveryTable.isKey(key)) {
            return warn(record, table.recoveries().read(key, record.partition(), record.headers(), record.value()));
        }
        var lane = SubscriptionKey.parse(key).map(subscription -> new Lane(subscription, record.partition()));
        var before = lane.flatMap(table::decided);
        var _ = warn(record, table.read(key, record.partition(), record.headers(), record.value()));
        return lane.flatMap(table::decided).equals(before) ? Optional.empty() : lane.map(Lane::subscription);
    }

    /** @param partitions that are known; those added later are followed, too */
    public static Followed<Void> counts(Topics topics, int partitions, CountsTable table) {
        return new Followed<>(
                "counts-follower",
                all(topics.counts(), partitions),
                record -> warn(record, table.read(record.partition(), record.key(), record.value())));
    }

    public static Followed<Void> jobs(Topics topics, JobTable table) {
        return new Followed<>(
                "job-follower",
                all(topics.jobs(), 1),
                record -> warn(record, table.read(key(record), record.headers(), record.value())));
    }

    public static Followed<Void> conditions(Topics topics, ConditionTable table) {
        return new Followed<>(
                "condition-follower",
                all(topics.conditions(), 1),
                record -> warn(
                        record,
                        table.read(key(record), record.value())
                                ? Optional.empty()
                                : Optional.of("this release cannot read it")));
    }

    private static List<TopicPartition> all(String topic, int partitions) {
        return IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), UTF_8);
    }

    private static <T> Optional<T> warn(ConsumerRecord<byte[], byte[]> record, Optional<String> problem) {
        problem.ifPresent(text -> log.warn(
                "{} in {}-{} at offset {} is ignored, what was known before stays: {}",
                key(record),
                record.topic(),
                record.partition(),
                record.offset(),
                text));
        return Optional.empty();
    }
}
