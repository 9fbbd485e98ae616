package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.NotWritten;
import io.tidings.worker.verdict.Outcome.Refusal;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Written;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka topics of another cluster, written at least once by an idempotent producer (B-DEST-4). The poll thread uses
 * it; calls that may wait for the cluster run on a second thread, so the poll thread never waits.
 */
public final class OtherCluster implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OtherCluster.class);

    /** The time after which a record that has no outcome counts as timed out. */
    private static final Duration MOST = Duration.ofSeconds(20);

    /** The producer's longest wait for the metadata of a topic, and for room in its buffer. */
    private static final int MOST_BLOCKED_MILLIS = 2_000;

    /** The time for which records of a topic that made the producer wait in vain are not sent. */
    private static final Duration LEFT_ALONE = Duration.ofSeconds(10);

    private static final Map<String, Object> PRODUCER = Map.of(
            "compression.type",
            "lz4",
            "linger.ms",
            0,
            "max.block.ms",
            MOST_BLOCKED_MILLIS,
            "request.timeout.ms",
            (int) MOST.toMillis() / 2,
            "delivery.timeout.ms",
            (int) MOST.toMillis());

    private final String name;
    private final KafkaClients clients;
    private final Inbox inbox;
    private final Supplier<ClockReading> clock;
    private final TopicStates states;
    private final ExecutorService thread;

    // Confined to the thread, and made there: a cluster whose name cannot be resolved stops no worker.
    private @Nullable Admin admin;
    private @Nullable Producer<byte[], byte[]> producer;
    private final Map<String, Long> blockedSince = new HashMap<>();

    public OtherCluster(String name, KafkaClients clients, Inbox inbox, Supplier<ClockReading> clock) {
        this.name = name;
        this.clients = clients;
        this.inbox = inbox;
        this.clock = clock;
        this.states = TopicStates.ofOtherCluster(this::lookUp, inbox, clock);
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("cluster-" + name).factory());
    }

    private CompletionStage<TopicState> lookUp(String topic) {
        return CompletableFuture.supplyAsync(this::lookup, thread).thenCompose(lookup -> lookup.of(topic));
    }

    private TopicLookup lookup() {
        if (admin == null) {
            try {
                admin = clients.admin();
            } catch (KafkaException e) {
                log.warn("Cluster {}, to which events are delivered, cannot be reached: {}", name, reason(e));
                throw e;
            }
        }
        return new TopicLookup(admin, KafkaClients.MAX_RECORD_BYTES);
    }

    private static @Nullable String reason(KafkaException e) {
        return e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
    }

    /**
     * Writes a record.
     *
     * @param wanted whether it is still to be written when the state of its topic is known
     * @param end gets to know on the poll thread what came of it
     */
    void write(
            ProducerRecord<byte[], byte[]> record,
            ClockReading started,
            BooleanSupplier wanted,
            BiConsumer<Outcome, ClockReading> end) {
        states.of(record.topic(), started, (state, now) -> {
            if (!wanted.getAsBoolean()) {
                end.accept(new NotSent(), now);
                return;
            }
            var known = state instanceof TopicState.Unknown
                    ? Optional.<Outcome>of(new TimedOut())
                    : state.outcomeOf(record);
            if (known.isPresent()) {
                end.accept(known.get(), now);
            } else {
                thread.execute(() -> send(record, started.monotonicNanos(), outcome -> {
                    var ended = clock.get();
                    inbox.execute(() -> end.accept(outcome, ended));
                }));
            }
        });
    }

    private void send(ProducerRecord<byte[], byte[]> record, long started, Consumer<Outcome> end) {
        long now = clock.get().monotonicNanos();
        var blocked = blockedSince.get(record.topic());
        if (now - started > MOST.toNanos() || (blocked != null && now - blocked < LEFT_ALONE.toNanos())) {
            end.accept(new TimedOut());
            return;
        }
        write(record, end);
        long took = clock.get().monotonicNanos() - now;
        if (took >= Duration.ofMillis(MOST_BLOCKED_MILLIS).toNanos()) {
            blockedSince.put(record.topic(), now + took);
        } else {
            blockedSince.remove(record.topic());
        }
    }

    private void write(ProducerRecord<byte[], byte[]> record, Consumer<Outcome> end) {
        try {
            if (producer == null) {
                producer = clients.producer(PRODUCER);
            }
            var used = producer;
            var _ = used.send(
                    record,
                    (_, failure) ->
                            end.accept(failure == null ? new Written() : outcomeOf(failure, record.topic(), used)));
        } catch (KafkaException e) {
            end.accept(outcomeOf(e, record.topic(), producer));
        }
    }

    private Outcome outcomeOf(Exception failure, String topic, @Nullable Producer<byte[], byte[]> used) {
        var outcome = WriteFailure.outcomeOf(
                failure instanceof KafkaException known ? known : new KafkaException(failure), topic);
        inbox.execute(() -> states.doubt(topic));
        if (outcome instanceof NotWritten(var refusal, var _) && refusal == Refusal.OTHER && !thread.isShutdown()) {
            thread.execute(() -> renew(used)); // a producer that was fenced or may do nothing stays so
        }
        return outcome;
    }

    private void renew(@Nullable Producer<byte[], byte[]> used) {
        if (used != null && used.equals(producer)) {
            producer = null;
            used.close(Duration.ZERO);
        }
    }

    /** Records that are under way get no outcome; the next owner of their deliveries sends them again. */
    @Override
    public void close() {
        thread.execute(() -> {
            if (producer != null) {
                producer.close(Duration.ZERO);
            }
            if (admin != null) {
                admin.close(Duration.ZERO);
            }
        });
        thread.shutdown();
    }
}
