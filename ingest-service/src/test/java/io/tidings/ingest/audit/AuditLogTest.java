package io.tidings.ingest.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** B-ACCESS-3. */
class AuditLogTest {
    private static final String TOPIC = "tidings.audit";

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ManagedRequest request = new ManagedRequest(
            new Request("PUT", "/", "", "h", true, "192.0.2.7", Map.of(), Body.TooLarge::new),
            new Principal("anna", List.of()),
            "PUT",
            Map.of(),
            Clock.systemUTC());

    @Test
    void eachChangeIsARecordWithItsResourceAsTheKey() {
        var producer = producer();
        request.changed("topics/orders/eventSubscriptions/billing", null, null);
        request.changed("topics/orders", null, null);
        assertThat(new AuditLog(producer, TOPIC, metrics).write(request)).isTrue();
        assertThat(producer.history()).allMatch(record -> record.topic().equals(TOPIC));
        assertThat(producer.history())
                .extracting(record -> new String(record.key(), UTF_8))
                .containsExactly("topics/orders/eventSubscriptions/billing", "topics/orders");
        assertThat(count("written")).isEqualTo(2);
        assertThat(count("failed")).isZero();
    }

    @Test
    void aRequestThatChangedNothingWritesNothing() {
        var producer = producer();
        new AuditLog(producer, TOPIC, metrics).write(request);
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void aRecordThatCannotBeWrittenIsCountedAndFailsNothing() {
        var producer = producer();
        producer.sendException = new TopicAuthorizationException(TOPIC);
        request.changed("topics/orders", null, null);
        assertThat(new AuditLog(producer, TOPIC, metrics).write(request)).isFalse();
        assertThat(count("written")).isZero();
        assertThat(count("failed")).isEqualTo(1);
    }

    @Test
    void aRecordAfterTheProducerIsClosedIsCountedAndFailsNothing() {
        var producer = producer();
        producer.close();
        request.changed("topics/orders", null, null);
        assertThat(new AuditLog(producer, TOPIC, metrics).write(request)).isFalse();
        assertThat(count("failed")).isEqualTo(1);
    }

    /** B-GONE. */
    @Test
    void aChangeOfTidingsItselfIsWrittenAndCountedAsWell() {
        var producer = producer();
        var log = new AuditLog(producer, TOPIC, metrics);
        var change =
                new Change(Instant.EPOCH, "pauseGone", "topics/orders/eventSubscriptions/billing", null, null, true);
        log.write(change);
        producer.sendException = new TopicAuthorizationException(TOPIC);
        log.write(change);
        assertThat(producer.history()).hasSize(1);
        assertThat(count("written")).isEqualTo(1);
        assertThat(count("failed")).isEqualTo(1);
    }

    private double count(String result) {
        return metrics.get("tidings.audit.records")
                .tag("result", result)
                .counter()
                .count();
    }

    private static MockProducer<byte[], byte[]> producer() {
        return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
