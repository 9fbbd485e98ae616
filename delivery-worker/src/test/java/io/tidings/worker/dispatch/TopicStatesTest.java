package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.worker.dispatch.TopicState.Missing;
import io.tidings.worker.dispatch.TopicState.Unavailable;
import io.tidings.worker.dispatch.TopicState.Unknown;
import io.tidings.worker.dispatch.TopicState.Writable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TopicStatesTest {
    private static final Writable WRITABLE = new Writable(1000, false);

    private final Deque<CompletableFuture<TopicState>> questions = new ArrayDeque<>();
    private final List<TopicState> told = new ArrayList<>();
    private ClockReading now = new ClockReading(Instant.EPOCH, 0);
    private final TopicStates states = new TopicStates(
            _ -> {
                var question = new CompletableFuture<TopicState>();
                questions.add(question);
                return question;
            },
            Runnable::run,
            () -> now);

    @Test
    void allAttemptsWaitForTheFirstResponse() {
        ask();
        ask();
        assertThat(questions).hasSize(1);
        assertThat(told).isEmpty();
        questions.remove().complete(WRITABLE);
        assertThat(told).containsExactly(WRITABLE, WRITABLE);
    }

    /** #31: a record for a topic that has become unavailable would stop the worker. */
    @Test
    void aWritableTopicIsSoonAskedForAgain() {
        ask();
        questions.remove().complete(WRITABLE);
        pass(Duration.ofMillis(199));
        ask();
        assertThat(questions).isEmpty();
        assertThat(told).hasSize(2);
        pass(Duration.ofMillis(1));
        ask();
        assertThat(told).hasSize(2);
        questions.remove().complete(new Unavailable());
        assertThat(told).containsExactly(WRITABLE, WRITABLE, new Unavailable());
    }

    @Test
    void aTopicThatTakesNothingIsNotAskedForByEachRecord() {
        ask();
        questions.remove().complete(new Unavailable());
        pass(Duration.ofSeconds(9));
        ask();
        assertThat(questions).isEmpty();
        assertThat(told).containsExactly(new Unavailable(), new Unavailable());
    }

    @Test
    void aTopicThatWasMissingIsAskedForAgainBeforeTheNextVerdict() {
        ask();
        questions.remove().complete(new Missing());
        pass(Duration.ofSeconds(10));
        ask();
        assertThat(told).containsExactly(new Missing());
        questions.remove().complete(WRITABLE);
        assertThat(told).containsExactly(new Missing(), WRITABLE);
    }

    @Test
    void aTopicWhoseRecordsWereRefusedIsAskedForAgain() {
        ask();
        questions.remove().complete(WRITABLE);
        states.doubt("orders");
        ask();
        assertThat(told).hasSize(1);
        assertThat(questions).hasSize(1);
    }

    @Test
    void brokersThatDoNotRespondAreAskedAgain() {
        ask();
        questions.remove().completeExceptionally(new IllegalStateException("no broker"));
        assertThat(told).containsExactly(new Unknown());
        ask();
        assertThat(questions).hasSize(1);
    }

    private void ask() {
        states.of("orders", now, (state, _) -> told.add(state));
    }

    private void pass(Duration time) {
        now = new ClockReading(now.wall().plus(time), now.monotonicNanos() + time.toNanos());
    }
}
