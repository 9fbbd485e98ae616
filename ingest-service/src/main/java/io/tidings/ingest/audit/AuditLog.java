package io.tidings.ingest.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka topic of all changes that managers make and of some of Tidings itself, and a line of each in the log of the
 * program (B-ACCESS-3). The
 * changes are made before they are recorded, so a record that cannot be written is reported and fails no change.
 * Thread-safe.
 */
public final class AuditLog {
    private static final Logger log = LoggerFactory.getLogger(AuditLog.class);

    /** The longest wait of a response for the audit records of its request. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final Counter written;
    private final Counter failed;

    private record Pending(AuditRecord content, Future<?> sent) {}

    public AuditLog(Producer<byte[], byte[]> producer, String topic, MeterRegistry registry) {
        this.producer = producer;
        this.topic = topic;
        written = Metric.AUDIT_RECORDS.counter(registry, "result", "written");
        failed = Metric.AUDIT_RECORDS.counter(registry, "result", "failed");
    }

    /**
     * Writes the changes of a request and waits until they are durable, but not longer than the patience.
     *
     * @return whether all are durable
     */
    boolean write(ManagedRequest request) {
        var pending = new ArrayList<Pending>();
        for (var change : request.changes()) {
            log.info(
                    "audit: {} {} by {} from {}, request {}{}",
                    change.action(),
                    change.resource(),
                    request.principal().name(),
                    request.request().remoteAddress(),
                    request.id(),
                    change.confirmed() ? "" : ", not confirmed");
            send(AuditRecord.of(request, change), pending);
        }
        return await(pending) == request.changes().size();
    }

    /** Writes a change that Tidings itself has made, and waits for nothing. */
    public void write(Change change) {
        var content = AuditRecord.of(change);
        try {
            var _ = producer.send(record(content), (_, failure) -> {
                if (failure == null) {
                    written.increment();
                } else {
                    lost(content, failure.toString());
                }
            });
        } catch (KafkaException | IllegalStateException e) { // the latter if the producer is closed
            lost(content, e.toString());
        }
    }

    private ProducerRecord<byte[], byte[]> record(AuditRecord content) {
        return new ProducerRecord<>(topic, content.key().getBytes(UTF_8), content.bytes());
    }

    private void send(AuditRecord content, List<Pending> pending) {
        try {
            pending.add(new Pending(content, producer.send(record(content))));
        } catch (KafkaException | IllegalStateException e) { // the latter if the producer is closed
            lost(content, e.toString());
        }
    }

    /** Returns how many are durable. */
    private int await(List<Pending> pending) {
        int durable = 0;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (var each : pending) {
            try {
                each.sent().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                written.increment();
                durable++;
            } catch (ExecutionException e) {
                lost(each.content(), String.valueOf(e.getCause()));
            } catch (TimeoutException _) {
                lost(each.content(), "it is not durable after " + PATIENCE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                lost(each.content(), "the service stops");
            }
        }
        return durable;
    }

    private void lost(AuditRecord content, String reason) {
        failed.increment();
        log.error("the audit record of {} could not be written: {}", content.key(), reason);
    }
}
