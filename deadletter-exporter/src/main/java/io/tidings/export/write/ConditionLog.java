package io.tidings.export.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.ConditionJson;
import io.tidings.contract.condition.ConditionRecord;
import io.tidings.contract.condition.ConditionRecord.DeadLettersSeen;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.StorageName;
import io.tidings.export.window.BlobContainer;
import io.tidings.runtime.RecentlyUsed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the conditions topic which storages do not accept blobs and, if there is a topic of system events, which
 * subscriptions have dead letters, at most once a minute for each.
 *
 * <p>A write is not awaited. One that fails for good leaves the condition as it was known, until the next dead letter
 * or the next change.
 */
public final class ConditionLog implements ConditionNotices {
    private static final Logger log = LoggerFactory.getLogger(ConditionLog.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int MOST_REMEMBERED = 10_000;

    private final Producer<byte[], byte[]> producer;
    private final String conditions;
    private final @Nullable String systemTopic;
    private final InstantSource clock;
    private final Map<BlobContainer, Boolean> availability = new HashMap<>();
    private final Map<String, Instant> written = new RecentlyUsed<>(MOST_REMEMBERED);

    /**
     * @param conditions the Kafka topic
     * @param systemTopic the topic of system events, which are never about its own subscriptions; null if there is none
     */
    public ConditionLog(
            Producer<byte[], byte[]> producer, String conditions, @Nullable String systemTopic, InstantSource clock) {
        this.producer = producer;
        this.conditions = conditions;
        this.systemTopic = systemTopic;
        this.clock = clock;
    }

    /** A dead letter that was appended again was seen when it was new. */
    @Override
    public void deadLetter(ConsumerRecord<byte[], byte[]> record) {
        var headers = record.headers();
        var topic = HeaderText.orEmpty(headers, HeaderNames.TOPIC);
        var name = HeaderText.orEmpty(headers, HeaderNames.SUBSCRIPTION);
        var uid = HeaderText.orEmpty(headers, HeaderNames.SUBSCRIPTION_UID);
        if (systemTopic == null
                || topic.equals(systemTopic)
                || headers.lastHeader(HeaderNames.DEAD_LETTER_SINCE) != null) {
            return;
        }
        SubscriptionKey.parse(topic + "/" + name)
                .filter(_ -> !uid.isEmpty())
                .ifPresent(subscription -> seen(subscription, uid, Instant.ofEpochMilli(record.timestamp())));
    }

    private void seen(SubscriptionKey subscription, String uid, Instant appended) {
        var key = subscription + "/" + uid;
        var last = written.get(key);
        if (last == null || !appended.isBefore(last.plus(INTERVAL))) {
            written.put(key, appended);
            write(new DeadLettersSeen(subscription, uid, appended));
        }
    }

    @Override
    public void available(BlobContainer storage) {
        changed(storage, true);
    }

    @Override
    public void unavailable(BlobContainer storage) {
        changed(storage, false);
    }

    /** The first response is written, too, because a former process may have written the opposite. */
    private void changed(BlobContainer storage, boolean available) {
        var before = availability.put(storage, available);
        if (before == null || before != available) {
            write(new StorageSeen(new StorageName(storage.account(), storage.container()), available, clock.instant()));
        }
    }

    private void write(ConditionRecord condition) {
        var record = new ProducerRecord<>(conditions, condition.key().getBytes(UTF_8), ConditionJson.value(condition));
        var _ = producer.send(record, (_, failure) -> {
            if (failure != null) {
                log.warn("the condition {} could not be written: {}", condition.key(), failure.toString());
            }
        });
    }
}
