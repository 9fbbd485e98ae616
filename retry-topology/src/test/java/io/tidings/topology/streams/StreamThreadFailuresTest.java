package io.tidings.topology.streams;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.session.SessionLoss;
import io.tidings.topology.match.TableBehind;
import io.tidings.topology.match.TableEndUnknown;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/** Decisions 7, 12 and 15: a thread that dies ends its session, and only threads that keep dying end the program. */
class StreamThreadFailuresTest {
    private final StreamsException topicDeleted =
            new StreamsException(new IllegalStateException("no position of a partition that is not assigned"));

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
    private final StreamThreadFailures failures = new StreamThreadFailures(now::get, new SimpleMeterRegistry());

    @Test
    void aThreadThatDiesEndsItsSession() {
        assertThat(failures.handle(topicDeleted)).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(failures.loss()).hasRootCauseMessage("no position of a partition that is not assigned");
        assertThat(SessionLoss.of(failures.loss())).contains(SessionLoss.OTHER);
    }

    @Test
    void threadsThatKeepDyingOfWhatIsNoFaultOfTheBrokersEndTheProgram() {
        for (int i = 0; i < 5; i++) {
            failures.handle(topicDeleted);
            assertThat(SessionLoss.of(failures.loss())).isPresent();
        }
        failures.handle(topicDeleted);
        assertThat(SessionLoss.of(failures.loss())).isEmpty();
        assertThat(failures.loss()).hasMessageContaining("keep dying");
    }

    @Test
    void deathsThatLieFarApartDoNot() {
        for (int i = 0; i < 20; i++) {
            now.updateAndGet(time -> time.plusSeconds(90));
            failures.handle(topicDeleted);
            assertThat(SessionLoss.of(failures.loss())).isPresent();
        }
    }

    @Test
    void aProgramThatNoLongerReadsItsTablesLeavesItsPartitionsToOthers() {
        failures.handle(new StreamsException("failed", new TableBehind("tidings.subscriptions", 7, 8)));
        assertThat(failures.tableStandsStill()).isTrue();
        failures.handle(new StreamsException("failed", new TableEndUnknown("tidings.subscriptions")));
        assertThat(failures.tableStandsStill()).as("brokers that tell nothing").isFalse();
    }

    @Test
    void failuresOfBrokersAndTablesAreRepairedWithoutALimit() {
        for (int i = 0; i < 100; i++) {
            failures.handle(new StreamsException("poll failed", new TimeoutException("no response")));
            assertThat(SessionLoss.of(failures.loss())).contains(SessionLoss.TIMEOUT);
            failures.handle(new StreamsException("poll failed", new FencedInstanceIdException("newer")));
            assertThat(SessionLoss.of(failures.loss())).contains(SessionLoss.FENCED);
            failures.handle(new StreamsException("failed", new TableBehind("tidings.subscriptions", 7, 8)));
            assertThat(SessionLoss.of(failures.loss())).contains(SessionLoss.OTHER);
            failures.handle(new StreamsException("failed", new TableEndUnknown("tidings.subscriptions")));
            assertThat(SessionLoss.of(failures.loss())).contains(SessionLoss.OTHER);
        }
    }

    @Test
    void anAssignmentThatWasMadeWithoutTopicsIsNotToBeHadAgain() {
        failures.handle(new StreamsException("a table", new TimeoutException("no brokers")));
        assertThat(failures.assignedWithoutTopics()).isFalse();

        failures.handle(new MissingSourceTopicException("topics were missing during the rebalance"));
        assertThat(failures.assignedWithoutTopics()).isTrue();
    }
}
