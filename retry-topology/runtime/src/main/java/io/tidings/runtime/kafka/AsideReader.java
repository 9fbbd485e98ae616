package io.tidings.runtime.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer that reads what a poll thread must not wait for, on a thread of its own. It has no group and commits
 * nothing. Runs one task at a time and reports on the poll thread.
 */
public final class AsideReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AsideReader.class);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final String name;
    private final KafkaClients clients;
    private final Map<String, Object> settings;
    private final Executor pollThread;
    private final ExecutorService thread;
    private volatile boolean closed;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;

    /** @param more settings of the consumer */
    public AsideReader(String name, KafkaClients clients, Map<String, Object> more, Executor pollThread) {
        this.name = name;
        this.clients = clients;
        this.settings = new HashMap<>(
                Map.of("client.id", "tidings-" + name, "enable.auto.commit", false, "default.api.timeout.ms", 10_000));
        this.settings.putAll(more);
        this.pollThread = pollThread;
        this.thread = Executors.newSingleThreadExecutor(
                task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
    }

    /** Reports the result of a task; null if the brokers did not let it be done. */
    public <T> void run(Function<Consumer<byte[], byte[]>, T> task, java.util.function.Consumer<@Nullable T> report) {
        thread.execute(() -> {
            try {
                var result = task.apply(opened());
                pollThread.execute(() -> report.accept(result));
            } catch (KafkaException e) {
                if (!closed) {
                    log.warn("{} could not read; reading is tried again: {}", name, e.getMessage());
                    pollThread.execute(() -> report.accept(null));
                }
            } catch (RuntimeException | Error e) { // what is never read again must not look alive
                pollThread.execute(() -> {
                    throw e;
                });
            }
        });
    }

    /**
     * Returns whether a task may go on, so that others have their turn.
     *
     * @param begun in the time of {@link System#nanoTime}
     */
    public boolean goesOn(long begun) {
        return !closed && System.nanoTime() - begun < LONGEST.toNanos();
    }

    private Consumer<byte[], byte[]> opened() {
        var known = consumer;
        if (known == null) {
            known = clients.consumer(settings);
            consumer = known;
            if (closed) {
                known.wakeup();
            }
        }
        return known;
    }

    /** Ends the task, and waits for neither it nor a broker. */
    @Override
    public void close() {
        closed = true;
        var reading = consumer;
        if (reading != null) {
            reading.wakeup();
        }
        thread.execute(() -> {
            var known = consumer;
            if (known != null) {
                known.close(CloseOptions.timeout(Duration.ZERO));
            }
        });
        thread.shutdown();
    }
}
