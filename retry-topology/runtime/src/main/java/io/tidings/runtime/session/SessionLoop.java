package io.tidings.runtime.session;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a session with the brokers open, on its own thread, and opens a new one when it is lost.
 *
 * <pre>
 *            opened              stop
 *   opening ───────> running ─────────────> ended
 *    ^  │ failed        │ lost                ^
 *    │  v               v                     │ stop; cause beyond repair; id used twice
 *    └───────────── waiting ──────────────────┘
 * </pre>
 */
public final class SessionLoop implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SessionLoop.class);

    /** Longer than a session timeout, after which an unanswered request of our own can no longer fence us. */
    private static final Duration LATELY = Duration.ofMinutes(1);

    private final Owner owner;
    private final Supplier<? extends Session> opening;
    private final Predicate<Duration> brokersThere;
    private final RecoveryPolicy recovery;
    private final MeterRegistry registry;
    private final Thread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    /** Guarded by this loop, as is {@code stopped}. */
    private @Nullable Session session;

    private boolean stopped;

    /** @param id the instance id, with the name of its setting: {@code worker.instance.id "a"} */
    public record Owner(String program, String id) {}

    private SessionLoop(
            Owner owner,
            Supplier<? extends Session> opening,
            Predicate<Duration> brokersThere,
            RecoveryPolicy recovery,
            MeterRegistry registry) {
        this.owner = owner;
        this.opening = opening;
        this.brokersThere = brokersThere;
        this.recovery = recovery;
        this.registry = registry;
        for (var loss : SessionLoss.values()) {
            var _ = repaired(loss); // shown at 0 from the start
        }
        Metric.SESSION_FAILED.gauge(registry, this, loop -> loop.failed() ? 1 : 0, "program", owner.program());
        this.thread = Thread.ofPlatform().name(owner.program() + "-session").unstarted(this::run);
    }

    /**
     * @param opening opens a session; may wait for brokers, and may be interrupted then
     * @param brokersThere returns whether they have responded all the time for so long
     */
    public static SessionLoop start(
            Owner owner,
            Supplier<? extends Session> opening,
            Predicate<Duration> brokersThere,
            RecoveryPolicy recovery,
            MeterRegistry registry) {
        var loop = new SessionLoop(owner, opening, brokersThere, recovery, registry);
        loop.thread.start();
        return loop;
    }

    /** Returns whether the loop has ended with a cause that no new session could repair. */
    public boolean failed() {
        return ended.isCompletedExceptionally();
    }

    private Counter repaired(SessionLoss loss) {
        return Metric.REPAIRS.counter(registry, "program", owner.program(), "reason", loss.wireName());
    }

    private void run() {
        try {
            while (!stopped()) {
                runOne();
            }
            ended.complete(null);
        } catch (RuntimeException | Error e) {
            ended.completeExceptionally(e); // a program without a session must not look alive
        }
    }

    private void runOne() {
        long begun = System.nanoTime();
        try {
            workInOne();
        } catch (RuntimeException e) {
            repair(e, Duration.ofNanos(System.nanoTime() - begun));
        }
    }

    private void workInOne() {
        try (var opened = opening.get()) {
            if (begin(opened)) {
                opened.run();
            }
        } finally {
            endSession();
        }
    }

    private void repair(RuntimeException failure, Duration lived) {
        if (stopped()) {
            log.warn("{} stops, and its last session ended with {}", owner.program(), causes(failure));
            return;
        }
        var loss = SessionLoss.of(failure).orElseThrow(() -> failure);
        switch (recovery.after(loss, lived, brokersThere.test(LATELY), RandomGenerator.getDefault())) {
            case RecoveryPolicy.Next.DuplicateId(int times) -> throw new InstanceIdTaken(owner.id(), times, failure);
            case RecoveryPolicy.Next.Reopen(var delay) -> {
                repaired(loss).increment();
                log.warn(
                        "{} has lost its session with the brokers ({}) and opens another one in {} ms: {}",
                        owner.program(),
                        loss.wireName(),
                        delay.toMillis(),
                        causes(failure));
                log.debug("lost to", failure);
                waitFor(delay);
            }
        }
    }

    private static String causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .map(Throwable::toString)
                .collect(Collectors.joining("; because of "));
    }

    private synchronized void waitFor(Duration wait) {
        long end = System.nanoTime() + wait.toNanos();
        try {
            for (long left = wait.toMillis(); left > 0 && !stopped; left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true; // only close interrupts
        }
    }

    private synchronized boolean begin(Session opened) {
        if (!stopped) {
            session = opened;
        }
        return !stopped;
    }

    private synchronized void endSession() {
        session = null;
    }

    private synchronized boolean stopped() {
        return stopped;
    }

    public boolean ready() {
        var current = current();
        return current != null && current.ready();
    }

    private synchronized @Nullable Session current() {
        return stopped ? null : session;
    }

    /** Completes with the cause if no new session could repair it. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** Waits until the session has finished the work that has begun. */
    @Override
    public void close() {
        stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void stop() {
        stopped = true;
        if (session != null) {
            session.stop();
        } else {
            thread.interrupt(); // it may be opening a session, which waits for brokers
        }
    }
}
