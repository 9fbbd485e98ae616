package io.tidings.benchmark.traffic;

import io.tidings.runtime.kafka.KafkaClients;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records that wait for whoever takes them; who has taken some asks for as many more, until it is closed. Thread-safe. */
public final class Backlog implements AutoCloseable {
    private final Producer<byte[], byte[]> producer;
    private final LongFunction<ProducerRecord<byte[], byte[]>> records;
    private long next;
    private boolean closed;

    /** @param records by their numbers */
    public Backlog(KafkaClients clients, LongFunction<ProducerRecord<byte[], byte[]>> records) {
        this.producer = clients.producer(Map.of("compression.type", "lz4", "linger.ms", 5));
        this.records = records;
    }

    /** Writes more; what Kafka refuses counts as lost. */
    @SuppressWarnings("FutureReturnValueIgnored")
    public synchronized void add(int more) {
        for (int i = 0; i < more && !closed; i++) {
            producer.send(records.apply(next++));
        }
    }

    /** Returns how many were written. */
    public synchronized long written() {
        return next;
    }

    /** Returns when all are durable. */
    @Override
    public synchronized void close() {
        closed = true;
        producer.close();
    }
}
