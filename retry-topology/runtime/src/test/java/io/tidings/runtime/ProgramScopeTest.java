package io.tidings.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What all programs do when they start and when they end. */
class ProgramScopeTest {
    private final List<String> closed = new ArrayList<>();
    private final List<ProgramScope> scopes = new ArrayList<>();

    /** A program that is nothing but its scope. */
    private record BareProgram(ProgramScope scope) implements Program {
        @Override
        public String name() {
            return "bare";
        }

        @Override
        public boolean ready() {
            return scope.running();
        }

        @Override
        public List<Hang> hanging(Duration limit) {
            return scope.hanging(limit);
        }

        @Override
        public CompletionStage<Void> ended() {
            return scope.ended();
        }

        @Override
        public void close() {
            scope.close();
        }
    }

    @AfterEach
    void close() {
        scopes.forEach(ProgramScope::close);
    }

    @Test
    void resourcesAreClosedOnceAndFromTheLastToTheFirst() {
        var program = start();
        program.scope().open(() -> closed.add("first"));
        program.scope().open(() -> closed.add("second"));
        assertThat(program.ready()).isTrue();

        program.close();
        program.close();

        assertThat(closed).containsExactly("second", "first");
        assertThat(program.ended()).isCompleted();
        assertThat(program.ready()).isFalse();
    }

    @Test
    void aResourceThatCannotBeClosedDoesNotLeaveTheOthersOpen() {
        var program = start();
        program.scope().open(() -> closed.add("first"));
        program.scope().open(() -> {
            throw new IllegalStateException("stuck");
        });

        program.close();

        assertThat(closed).containsExactly("first");
        assertThat(program.ended()).isCompleted();
    }

    @Test
    void aProgramThatDoesNotStartLeavesNothingOpen() {
        assertThatThrownBy(() -> start(scope -> {
                    scope.open(() -> closed.add("first"));
                    throw new InvalidSettings(List.of("partitions: must be at least 1"));
                }))
                .isInstanceOf(InvalidSettings.class);
        assertThat(closed).containsExactly("first");
    }

    @Test
    void aPartThatFailsEndsTheProgramAndOneThatEndsDoesNot() {
        var program = start();
        var follower = new CompletableFuture<Void>();
        program.scope().endWith(CompletableFuture.completedStage(null));
        program.scope().endWith(follower);
        assertThat(program.ready()).isTrue();

        var failure = new IllegalStateException("the table is gone");
        follower.completeExceptionally(failure);

        assertThat(program.ended().toCompletableFuture().exceptionNow()).isSameAs(failure);
        assertThat(program.ready()).isFalse();
    }

    @Test
    void aLoopThatStandsStillHangsUntilTheProgramIsClosed() {
        var program = start();
        program.scope().loops().turned();
        assertThat(program.hanging(Duration.ofMinutes(1))).isEmpty();
        assertThat(program.hanging(Duration.ZERO))
                .extracting(Hang::loop)
                .containsExactly(Thread.currentThread().getName());

        program.scope().open(() -> assertThat(program.hanging(Duration.ZERO)).isEmpty()); // draining takes time
        program.close();

        assertThat(program.hanging(Duration.ZERO)).isEmpty();
    }

    @Test
    void aLoopMayWaitForBrokersThatAreAway() {
        var program = start();
        program.scope().loops().turned();

        // No broker is there, which is noticed after a few seconds: the loop stands still since longer.
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !program.scope().brokers().there());

        assertThat(program.scope().loops().hanging(Duration.ofSeconds(1))).isNotEmpty();
        assertThat(program.hanging(Duration.ofSeconds(1))).isEmpty();
    }

    private BareProgram start() {
        return start(BareProgram::new);
    }

    private BareProgram start(Function<ProgramScope, BareProgram> program) {
        return ProgramScope.start(
                "bare", KafkaClients.of("localhost:1"), Tracing.off(), new SimpleMeterRegistry(), scope -> {
                    scopes.add(scope);
                    return program.apply(scope);
                });
    }
}
