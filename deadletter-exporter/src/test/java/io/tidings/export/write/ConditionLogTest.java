package io.tidings.export.write;

import static io.tidings.export.Examples.ACCOUNT;
import static io.tidings.export.Examples.NOON;
import static io.tidings.export.Examples.TOPICS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.condition.ConditionJson;
import io.tidings.contract.condition.ConditionRecord;
import io.tidings.contract.condition.ConditionRecord.DeadLettersSeen;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.StorageName;
import io.tidings.contract.record.ReappendState;
import io.tidings.export.Examples;
import io.tidings.export.window.BlobContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** B-SYS-3. */
class ConditionLogTest {
    private static final BlobContainer DEAD = new BlobContainer(ACCOUNT, "dead");
    private static final String BLOB = "TO-CRM/2026/11/21/12/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";
    private static final StorageName STORAGE = new StorageName(ACCOUNT, "dead");

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private Instant now = NOON;
    private final ConditionLog log = new ConditionLog(producer, TOPICS.conditions(), "operations", () -> now);

    @Test
    void aDeadLetterIsReportedOnceAMinute() {
        deadLetter("to-crm", NOON);
        deadLetter("to-crm", NOON.plusSeconds(59));
        deadLetter("to-crm", NOON.minusSeconds(300));
        deadLetter("to-crm", NOON.plusSeconds(60));
        assertThat(written()).containsExactly(seen("to-crm", NOON), seen("to-crm", NOON.plusSeconds(60)));
    }

    @Test
    void eachSubscriptionIsReportedByItself() {
        deadLetter("to-crm", NOON);
        deadLetter("billing", NOON);
        assertThat(written()).containsExactly(seen("to-crm", NOON), seen("billing", NOON));
    }

    @Test
    void deadLettersOfSystemEventsAreNotReported() {
        var own = new ConditionLog(producer, TOPICS.conditions(), "orders", () -> now);
        own.deadLetter(record(
                Examples.deadLetter(TOPICS, 0, "to-crm", ACCOUNT, "dead", "e1").headers(), NOON));
        assertThat(written()).isEmpty();
    }

    @Test
    void withoutATopicOfSystemEventsOnlyStoragesAreReported() {
        var own = new ConditionLog(producer, TOPICS.conditions(), null, () -> now);
        own.deadLetter(record(
                Examples.deadLetter(TOPICS, 0, "to-crm", ACCOUNT, "dead", "e1").headers(), NOON));
        own.unavailable(DEAD);
        assertThat(written()).containsExactly(new StorageSeen(STORAGE, false, NOON));
    }

    @Test
    void aDeadLetterThatWasAppendedAgainIsNoNewOne() {
        var headers =
                Examples.deadLetter(TOPICS, 0, "to-crm", ACCOUNT, "dead", "e1").headers();
        new ReappendState(NOON.minusSeconds(9), BLOB, 1, 1, Duration.ofHours(1)).writeTo(headers);
        log.deadLetter(record(headers, NOON));
        assertThat(written()).isEmpty();
    }

    @Test
    void aRecordOfAnotherToolIsNotReported() {
        log.deadLetter(record(new RecordHeaders(), NOON));
        assertThat(written()).isEmpty();
    }

    @Test
    void aStorageIsReportedAtFirstAndWhenItChanges() {
        log.available(DEAD);
        log.available(DEAD);
        now = NOON.plusSeconds(60);
        log.unavailable(DEAD);
        log.unavailable(DEAD);
        now = NOON.plusSeconds(90);
        log.available(DEAD);
        assertThat(written())
                .containsExactly(
                        new StorageSeen(STORAGE, true, NOON),
                        new StorageSeen(STORAGE, false, NOON.plusSeconds(60)),
                        new StorageSeen(STORAGE, true, NOON.plusSeconds(90)));
    }

    private void deadLetter(String subscription, Instant appended) {
        log.deadLetter(record(
                Examples.deadLetter(TOPICS, 0, subscription, ACCOUNT, "dead", "e1")
                        .headers(),
                appended));
    }

    private static ConsumerRecord<byte[], byte[]> record(Headers headers, Instant appended) {
        return new ConsumerRecord<>(
                TOPICS.deadLetters(),
                0,
                17,
                appended.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                headers,
                Optional.empty());
    }

    private static DeadLettersSeen seen(String subscription, Instant latest) {
        return new DeadLettersSeen(new SubscriptionKey("orders", subscription), "uid-of-" + subscription, latest);
    }

    private List<ConditionRecord> written() {
        return producer.history().stream()
                .map(record -> ConditionJson.read(new String(record.key(), UTF_8), record.value())
                        .orElseThrow())
                .toList();
    }
}
