package io.tidings.runtime.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionLoopTest {
    private static final SessionLoop.Owner OWNER = new SessionLoop.Owner("delivery-worker", "worker.instance.id \"a\"");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<WorkingSession> opened = Collections.synchronizedList(new ArrayList<>());

    @Test
    void aLostSessionIsClosedBeforeTheNextOneIsOpened() {
        try (var loop = loop(this::working)) {
            for (int i = 1; i <= 3; i++) {
                int sessions = i;
                await().until(() -> opened.size() == sessions && loop.ready());
                assertThat(opened.subList(0, sessions - 1)).allMatch(former -> former.closed);
                opened.getLast().lose(new TimeoutException("no response"));
            }
            await().until(() -> repairs("timeout") == 3);
        }
        assertThat(opened.getLast().closed).isTrue();
    }

    @Test
    void aSessionThatCannotBeOpenedIsTriedAgain() {
        try (var loop = loop(() -> {
            if (repairs("timeout") < 4) {
                throw new TimeoutException("no broker");
            }
            return working();
        })) {
            await().until(loop::ready);
        }
    }

    @Test
    void aProgramIsNotReadyWithoutASession() {
        var mayOpen = new CountDownLatch(1);
        try (var loop = loop(() -> {
            awaitInterruptibly(mayOpen);
            return working();
        })) {
            assertThat(loop.ready()).isFalse();
            mayOpen.countDown();
            await().until(loop::ready);
        }
    }

    @Test
    void anIdThatIsUsedTwiceEndsTheProgramWithASentence() {
        try (var loop = loop(() -> {
            throw new FencedInstanceIdException("somebody else");
        })) {
            await().until(() -> loop.ended().toCompletableFuture().isDone());
            assertThat(loop.ended().toCompletableFuture().exceptionNow())
                    .isInstanceOf(InstanceIdTaken.class)
                    .hasMessage(
                            "worker.instance.id \"a\" is used by another process too, which took the place of this one"
                                + " 5 times while the brokers responded; give each process an id of its own and start"
                                + " this one again");
        }
    }

    @Test
    void aBugAndAnErrorEndTheProgram() {
        for (var failure : List.of(new IllegalStateException("a bug"), new StackOverflowError())) {
            try (var loop = loop(this::working)) {
                await().until(loop::ready);
                opened.getLast().lose(failure);
                await().until(() -> loop.ended().toCompletableFuture().isDone());
                assertThat(loop.ended().toCompletableFuture().exceptionNow()).isSameAs(failure);
                assertThat(opened.getLast().closed).isTrue();
                assertThat(loop.ready()).isFalse();
            }
        }
    }

    /** #31: a part whose loop has ended left its program ready, and no metric showed it. */
    @Test
    void aLoopThatNoNewSessionRepairsHasFailedAndOneThatIsStoppedHasNot() {
        try (var loop = loop(this::working)) {
            await().until(loop::ready);
            opened.getLast().lose(new TimeoutException("no response"));
            await().until(() -> opened.size() == 2 && loop.ready());
            assertThat(loop.failed()).isFalse();
            assertThat(shownAsFailed()).isZero();
            opened.getLast().lose(new IllegalStateException("a bug"));
            await().until(loop::failed);
            assertThat(shownAsFailed()).isOne();
        }
        var stopped = loop(this::working);
        stopped.close();
        assertThat(stopped.failed()).isFalse();
    }

    private double shownAsFailed() {
        return registry.get("tidings.session.failed")
                .tag("program", "delivery-worker")
                .gauge()
                .value();
    }

    @Test
    void aProgramThatIsStoppedWhileItWaitsForBrokersDoesNotWaitForThem() {
        var never = new CountDownLatch(1);
        var loop = loop(() -> {
            awaitInterruptibly(never);
            return working();
        });
        loop.close();
        assertThat(loop.ended()).isCompleted();
    }

    @Test
    void aProgramThatIsStoppedInABackoffDoesNotWaitForItsEnd() {
        var loop = SessionLoop.start(
                OWNER,
                () -> {
                    throw new TimeoutException("no broker");
                },
                _ -> true,
                new RecoveryPolicy(Duration.ofHours(1)),
                registry);
        await().until(() -> repairs("timeout") > 0);
        loop.close();
        assertThat(loop.ended()).isCompleted();
    }

    private SessionLoop loop(Supplier<Session> opening) {
        return SessionLoop.start(OWNER, opening, _ -> true, new RecoveryPolicy(Duration.ofMillis(1)), registry);
    }

    private WorkingSession working() {
        var session = new WorkingSession();
        opened.add(session);
        return session;
    }

    private double repairs(String reason) {
        return registry.get("tidings.repairs").tag("reason", reason).counter().count();
    }

    private static void awaitInterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Works until it is stopped or lost. */
    private static final class WorkingSession implements Session {
        private final CountDownLatch end = new CountDownLatch(1);
        private volatile Throwable loss;
        private volatile boolean closed;

        void lose(Throwable failure) {
            loss = failure;
            end.countDown();
        }

        @Override
        public void run() {
            awaitInterruptibly(end);
            switch (loss) {
                case null -> {}
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new AssertionError(loss);
            }
        }

        @Override
        public boolean ready() {
            return end.getCount() > 0;
        }

        @Override
        public void stop() {
            end.countDown();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
