package io.tidings.benchmark.traffic;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.load.Pace;
import io.tidings.testbed.sink.EpochMicros;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Writes records at a fixed pace until it is closed.
 *
 * <p>Each record has the time at which it should have been written, so that a late publisher counts as latency.
 */
public final class PacedPublisher implements AutoCloseable {
    private static final long MICROS = 1_000_000;

    private final Producer<byte[], byte[]> producer;
    private final Paced records;
    private final int perSecond;
    private final long first;
    private final long beginMicros;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final AtomicLong next;
    private final Pace pace;

    /** Makes the records. */
    @FunctionalInterface
    public interface Paced {
        ProducerRecord<byte[], byte[]> record(long number, long micros);
    }

    private PacedPublisher(KafkaClients clients, Paced records, int perSecond, long first) {
        this.producer = clients.producer(Map.of("linger.ms", 0));
        this.records = records;
        this.perSecond = perSecond;
        this.first = first;
        this.next = new AtomicLong(first);
        this.beginMicros = EpochMicros.now(); // once the producer is there, which takes some milliseconds
        this.pace = Pace.startExact("publisher", perSecond, this::publish);
    }

    /** @param first number */
    public static PacedPublisher start(KafkaClients clients, Paced records, int perSecond, long first) {
        return new PacedPublisher(clients, records, perSecond, first);
    }

    /** The number that comes next. */
    public long next() {
        return next.get();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told
    private void publish() {
        long number = next.get();
        long micros = beginMicros + (number - first) * MICROS / perSecond;
        producer.send(records.record(number, micros), (_, failed) -> failure.compareAndSet(null, failed));
        next.incrementAndGet();
    }

    @Override
    public void close() {
        stop();
    }

    /** Returns when everything is durable; may be called again. */
    public void stop() {
        pace.close();
        producer.close();
        if (failure.get() != null) {
            throw new KafkaException("an event could not be published; read the broker's log", failure.get());
        }
    }
}
