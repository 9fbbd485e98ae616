package io.tidings.runtime;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.follower.Follower;
import io.tidings.runtime.kafka.BrokerHealth;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.Session;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources of one program: closed from the last to the first, and ended by the first part that fails.
 *
 * <pre>
 *  starting ──> running ──(a part fails)──> ended with its failure
 *      │           └──────(close)─────────> ended
 *      └──(the start fails)───────────────> closed
 * </pre>
 */
public final class ProgramScope implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProgramScope.class);

    private final String name;
    private final KafkaClients clients;
    private final MeterRegistry metrics;
    private final Tracing tracing;
    private final BrokerHealth brokers;
    private final LoopWatch loops = new LoopWatch();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private ProgramScope(String name, KafkaClients clients, Tracing tracing, MeterRegistry metrics) {
        this.name = name;
        this.clients = clients;
        this.metrics = metrics;
        this.tracing = open(tracing);
        this.brokers = open(BrokerHealth.keep(clients));
    }

    /**
     * Starts a program whose topics exist, and closes its resources if it does not start.
     *
     * @param tracing closed last
     */
    public static <P extends Program> P start(
            String name,
            KafkaClients clients,
            Tracing tracing,
            MeterRegistry metrics,
            Function<ProgramScope, P> program) {
        var scope = new ProgramScope(name, clients, tracing, metrics);
        try {
            return program.apply(scope);
        } catch (RuntimeException | Error e) {
            scope.close();
            throw e;
        }
    }

    public Tracing tracing() {
        return tracing;
    }

    public BrokerHealth brokers() {
        return brokers;
    }

    /** The loops without which the program does nothing; each reports its turns. */
    public LoopWatch loops() {
        return loops;
    }

    /**
     * Returns the loops that hang: never while the program ends, nor when brokers were away meanwhile, because loops
     * may wait for these.
     */
    public List<Hang> hanging(Duration limit) {
        return running() && brokers.respondedFor(limit) ? loops.hanging(limit) : List.of();
    }

    /** Closes the resource when the program ends, before those opened earlier. */
    public <T extends AutoCloseable> T open(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Follows topics from now on; the program ends when they can no longer be read. */
    public <T> Follower<T> follow(Followed<T> topics) {
        return follow(open(Follower.start(clients, topics)));
    }

    /** @param follower closed elsewhere */
    public <T> Follower<T> follow(Follower<T> follower) {
        follower.bindTo(metrics);
        follower.watchedBy(loops);
        endWith(follower.ended());
        return follower;
    }

    /** @param instance the setting that names this instance, and its value */
    public SessionLoop startSessions(String instance, Supplier<? extends Session> opening) {
        return startSessions(name, instance, opening);
    }

    /** @param owner distinguishes these sessions from others of the program, in logs and metrics */
    public SessionLoop startSessions(String owner, String instance, Supplier<? extends Session> opening) {
        var sessions = SessionLoop.start(
                new SessionLoop.Owner(owner, instance), opening, brokers::respondedFor, new RecoveryPolicy(), metrics);
        endWith(sessions.ended());
        return sessions;
    }

    /** Ends the program when this part of it fails. */
    public void endWith(CompletionStage<Void> part) {
        part.whenComplete((_, failure) -> {
            if (failure != null) {
                endWith(failure);
            }
        });
    }

    public void endWith(Throwable failure) {
        ended.completeExceptionally(failure);
    }

    public boolean running() {
        return !closed.get() && !ended.isDone();
    }

    /** Completes with the cause if a part has failed, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            for (var next = opened.poll(); next != null; next = opened.poll()) {
                close(next);
            }
            ended.complete(null);
        }
    }

    /** A failed close must not leave other resources open. */
    private static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            log.warn("{} was not closed cleanly", resource.getClass().getSimpleName(), e);
        }
    }
}
