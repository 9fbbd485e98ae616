package io.tidings.benchmark.traffic;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.sink.EpochMicros;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Writes records at a fixed pace until it is closed.
 *
 * <p>Each has the time at which it should have been written: when the publisher itself is late, that counts.
 */
public final class PacedPublisher implements AutoCloseable {
    private static final long NANOS = 1_000_000_000;

    private final Producer<byte[], byte[]> producer;
    private final Paced records;
    private final int perSecond;
    private final long first;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile long next;
    private volatile boolean running = true;

    /** Makes the records. */
    @FunctionalInterface
    public interface Paced {
        ProducerRecord<byte[], byte[]> record(long number, long micros);
    }

    private PacedPublisher(Producer<byte[], byte[]> producer, Paced records, int perSecond, long first) {
        this.producer = producer;
        this.records = records;
        this.perSecond = perSecond;
        this.first = first;
        this.next = first;
        this.thread = Thread.ofPlatform().name("publisher").unstarted(this::publish);
    }

    /** @param first number */
    public static PacedPublisher start(KafkaClients clients, Paced records, int perSecond, long first) {
        var publisher = new PacedPublisher(clients.producer(Map.of("linger.ms", 0)), records, perSecond, first);
        publisher.thread.start();
        return publisher;
    }

    /** The number that comes next. */
    public long next() {
        return next;
    }

    private void publish() {
        long begun = System.nanoTime();
        long beginMicros = EpochMicros.now();
        for (long number = first; running; next = ++number) {
            long due = (number - first) * NANOS / perSecond;
            for (long left = due; left > 0 && running; left = due - (System.nanoTime() - begun)) {
                LockSupport.parkNanos(due - (System.nanoTime() - begun));
            }
            send(records.record(number, beginMicros + due / 1_000));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told
    private void send(ProducerRecord<byte[], byte[]> record) {
        producer.send(record, (_, failed) -> failure.compareAndSet(null, failed));
    }

    @Override
    public void close() {
        stop();
    }

    /** Returns when everything is durable; may be asked again. */
    public void stop() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
        if (failure.get() != null) {
            throw new KafkaException("an event could not be published; read the broker's log", failure.get());
        }
    }
}
