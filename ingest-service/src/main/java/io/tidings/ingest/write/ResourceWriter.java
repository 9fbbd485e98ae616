package io.tidings.ingest.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.eventtype.EventType;
import io.tidings.contract.eventtype.EventTypeJson;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceHeaders;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Writes topics and subscriptions to their tables, with their secrets sealed. A write returns when the record is
 * durable and was read back (B-MATCH-6).
 */
public final class ResourceWriter {
    private static final Duration TO_READ_BACK = Duration.ofSeconds(10);

    private final Producer<byte[], byte[]> producer;
    private final TopicPartition topics;
    private final TopicPartition subscriptions;
    private final Follower<?> follower;
    private final PartitionLogs logs;
    private final ResourceSecrets secrets;
    private final ResourceTable table;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock lock = new ReentrantLock();

    public ResourceWriter(
            Producer<byte[], byte[]> producer,
            Topics topics,
            Follower<?> follower,
            PartitionLogs logs,
            ResourceSecrets secrets,
            ResourceTable table,
            Clock clock) {
        this.producer = producer;
        this.topics = new TopicPartition(topics.topics(), 0);
        this.subscriptions = new TopicPartition(topics.subscriptions(), 0);
        this.follower = follower;
        this.logs = logs.committed().within(TO_READ_BACK);
        this.secrets = secrets;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Runs one change at a time, so that no other writer of this instance comes between its read and its write. The
     * change sees all records that others had written when it began, so that it does not create again what exists.
     */
    public <T> T alone(Supplier<T> change) {
        readAll(); // before the lock, because it waits for the brokers
        lock.lock();
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * @param keys null to refuse HTTP publishers until a key is generated
     * @param replaced the error in the record that this one replaces; null if there is none
     * @return the offset of the record
     */
    public long put(TopicResource topic, @Nullable TopicKeys keys, @Nullable String replaced) {
        var headers = ResourceHeaders.ofTopic(keys == null ? null : secrets.seal(topic.name(), keys), replaced);
        return writeTopic(topic.name(), TopicJson.writeRecord(topic), headers);
    }

    public void put(DomainTopic topic) {
        writeTopic(topic.toString(), JsonNodeFactory.instance.objectNode(), ResourceHeaders.ofTopic(null, null));
    }

    public void put(EventType type) {
        writeEventType(type.key(), EventTypeJson.write(type), ResourceHeaders.ofTopic(null, null));
    }

    public void removeEventType(EventTypeKey key) {
        writeEventType(key, null, List.of());
    }

    public void removeTopic(String name) {
        writeTopic(name, null, List.of());
    }

    /**
     * @param replaced the error in the record that this one replaces; null if there is none
     * @return the offset of the record
     */
    public long put(Subscription subscription, String uid, Provisioning provisioning, @Nullable String replaced) {
        var headers = ResourceHeaders.ofSubscription(
                uid,
                secrets.seal(subscription.key(), withKeys(subscription, provisioning)),
                SubscriptionJson.requires(subscription),
                pauses(subscription, uid),
                replaced);
        return writeSubscription(subscription.key(), SubscriptionJson.writeRecord(secrets.seal(subscription)), headers);
    }

    /** Every record of a queue has the keys of its receivers, also that of another tool when it is completed. */
    private Provisioning withKeys(Subscription subscription, Provisioning provisioning) {
        return subscription.destination() instanceof QueueDestination && provisioning.receiveKeys() == null
                ? provisioning.receiveKeys(TopicKeys.random(random))
                : provisioning;
    }

    /** Returns the header of pauses: every record has those of the record before it (B-PAUSE). */
    private @Nullable String pauses(Subscription next, String uid) {
        var before = table.subscription(next.key()).orElse(null);
        return before == null || !before.uid().equals(uid)
                ? SubscriptionEntry.pausesOfNew(next, clock.instant())
                : before.pausesBefore(next, clock.instant());
    }

    /** Writes a record like that of another tool, for the reconciler to complete; returns its offset. */
    long putIncomplete(Subscription subscription) {
        return writeSubscription(
                subscription.key(),
                SubscriptionJson.writeRecord(secrets.seal(subscription)),
                ResourceHeaders.ofIncompleteSubscription(SubscriptionJson.requires(subscription)));
    }

    public long removeSubscription(SubscriptionKey key) {
        return writeSubscription(key, null, List.of());
    }

    private long writeTopic(String name, @Nullable JsonNode value, List<Header> headers) {
        return write(topics, name.getBytes(UTF_8), value, headers);
    }

    private void writeEventType(EventTypeKey key, @Nullable JsonNode value, List<Header> headers) {
        var _ = write(topics, key.bytes(), value, headers);
    }

    private long writeSubscription(SubscriptionKey key, @Nullable JsonNode value, List<Header> headers) {
        return write(subscriptions, key.bytes(), value, headers);
    }

    private long write(TopicPartition table, byte[] key, @Nullable JsonNode value, List<Header> headers) {
        var bytes = value == null ? null : value.toString().getBytes(UTF_8);
        var sent = producer.send(new ProducerRecord<>(table.topic(), table.partition(), key, bytes, headers));
        long offset = KafkaFutures.await(sent, "writing to " + table.topic()).offset();
        readBack(follower.reachedOrEnd(table, offset + 1));
        return offset;
    }

    /**
     * Asks the brokers for the ends. The follower could tell, too, but only after its fetch has come back, which takes a
     * second while nobody writes.
     */
    private void readAll() {
        try {
            var ends = logs.offsets(List.of(topics, subscriptions), OffsetSpec.latest());
            KafkaFutures.await(
                    follower.reached(ends).toCompletableFuture().orTimeout(TO_READ_BACK.toSeconds(), TimeUnit.SECONDS),
                    "reading topics and subscriptions");
        } catch (KafkaException e) {
            throw new TimeoutException(
                    "the latest state could not be read, so nothing is changed; repeat the change", e);
        }
    }

    private static void readBack(CompletionStage<Void> reached) {
        try {
            KafkaFutures.await(
                    reached.toCompletableFuture().orTimeout(TO_READ_BACK.toSeconds(), TimeUnit.SECONDS),
                    "reading back");
        } catch (KafkaException e) {
            throw new TimeoutException(
                    "the change is written but was not read back; check the resource before you repeat it", e);
        }
    }
}
