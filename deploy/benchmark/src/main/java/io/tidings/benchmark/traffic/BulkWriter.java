package io.tidings.benchmark.traffic;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.process.ProgressLine;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Writes many records as fast as it can. */
public record BulkWriter(KafkaClients clients) {
    private static final int THREADS = 2;

    /** The settings of the topology, but with a longer linger. */
    private static final Map<String, Object> SETTINGS =
            Map.of("compression.type", "lz4", "linger.ms", 5, "buffer.memory", 64L << 20);

    /**
     * Returns when all records are durable.
     *
     * @param behind the last number
     */
    public void write(
            long first, long behind, LongFunction<ProducerRecord<byte[], byte[]>> records, ProgressLine progress) {
        var failure = new AtomicReference<Exception>();
        var next = new AtomicLong(first);
        // The threads end before the producer is closed.
        try (var producer = clients.producer(SETTINGS);
                var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> {
                    for (long number = next.getAndIncrement();
                            number < behind && failure.get() == null;
                            number = next.getAndIncrement()) {
                        send(producer, records.apply(number), failure);
                        progress.at(number - first, behind - first);
                    }
                });
            }
        }
        if (failure.get() != null) {
            throw new KafkaException("not everything could be written; read the broker's log", failure.get());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told
    private static void send(
            Producer<byte[], byte[]> producer,
            ProducerRecord<byte[], byte[]> record,
            AtomicReference<Exception> failure) {
        producer.send(record, (_, failed) -> failure.compareAndSet(null, failed));
    }
}
