package io.tidings.worker.telemetry;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes lines of stats on a thread of its own and outside the worker's transactions, so that deliveries neither wait
 * for them nor fail with them. Lines that cannot be written are lost.
 */
public final class StatsWriter implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StatsWriter.class);
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private static final Map<String, Object> SMALL =
            Map.of("buffer.memory", 4 * 1024 * 1024L, "linger.ms", 20, "compression.type", "lz4");

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final String instance;
    private final AtomicBoolean failing = new AtomicBoolean();
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            CLOSING.toMillis(),
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(1),
            task -> Thread.ofPlatform().daemon().name("stats").unstarted(task));

    private StatsWriter(Producer<byte[], byte[]> producer, String topic, String instance) {
        this.producer = producer;
        this.topic = topic;
        this.instance = instance;
        thread.allowCoreThreadTimeOut(true);
    }

    /** @param instance unlike that of any other writer, an earlier one of this worker included */
    public static StatsWriter open(KafkaClients clients, String topic, String instance) {
        return new StatsWriter(clients.producer(SMALL), topic, instance);
    }

    /** Takes lines without waiting; those of a minute are lost if the ones before wait for a broker. */
    public void write(List<StatsLine> lines) {
        try {
            thread.execute(() -> send(lines));
        } catch (RejectedExecutionException e) {
            failed(e);
        }
    }

    private void send(List<StatsLine> lines) {
        try {
            for (var line : lines) {
                var record = new ProducerRecord<>(topic, line.key(instance), line.json());
                record.headers().add(HeaderText.header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
                var _ = producer.send(record, (_, failure) -> ended(failure));
            }
        } catch (KafkaException e) {
            failed(e);
        }
    }

    private void ended(@Nullable Exception failure) {
        if (failure == null) {
            failing.set(false);
        } else {
            failed(failure);
        }
    }

    /** Logs the first failure after a success. */
    private void failed(Exception failure) {
        if (!failing.getAndSet(true)) {
            log.warn("stats of a minute are lost: {}", failure.toString());
        }
    }

    /** Gives the last lines a moment. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(CLOSING);
    }
}
