package io.tidings.topology;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.repair.Loss;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/** Decisions 7, 12 and 15: a thread that dies ends its session, and only threads that keep dying end the program. */
class ThreadDeathsTest {
    private final StreamsException topicDeleted =
            new StreamsException(new IllegalStateException("no position of a partition that is not assigned"));

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
    private final ThreadDeaths deaths = new ThreadDeaths(now::get, new SimpleMeterRegistry());

    @Test
    void aThreadThatDiesEndsItsSession() {
        assertThat(deaths.handle(topicDeleted)).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(deaths.loss()).hasRootCauseMessage("no position of a partition that is not assigned");
        assertThat(Loss.of(deaths.loss())).contains(Loss.OTHER);
    }

    @Test
    void threadsThatKeepDyingOfWhatIsNoFaultOfTheBrokersEndTheProgram() {
        for (int i = 0; i < 5; i++) {
            deaths.handle(topicDeleted);
            assertThat(Loss.of(deaths.loss())).isPresent();
        }
        deaths.handle(topicDeleted);
        assertThat(Loss.of(deaths.loss())).isEmpty();
        assertThat(deaths.loss()).hasMessageContaining("keep dying");
    }

    @Test
    void deathsThatLieFarApartDoNot() {
        for (int i = 0; i < 20; i++) {
            now.updateAndGet(time -> time.plusSeconds(90));
            deaths.handle(topicDeleted);
            assertThat(Loss.of(deaths.loss())).isPresent();
        }
    }

    @Test
    void aProgramThatNoLongerReadsItsTablesLeavesItsPartitionsToOthers() {
        deaths.handle(new StreamsException("failed", new TableBehind("tidings.subscriptions", 7, 8)));
        assertThat(deaths.tableStandsStill()).isTrue();
        deaths.handle(new StreamsException("failed", new TableEndUnknown("tidings.subscriptions")));
        assertThat(deaths.tableStandsStill()).as("brokers that tell nothing").isFalse();
    }

    @Test
    void whatBrokersAndTablesAreTheCauseOfIsRepairedWithoutALimit() {
        for (int i = 0; i < 100; i++) {
            deaths.handle(new StreamsException("poll failed", new TimeoutException("no response")));
            assertThat(Loss.of(deaths.loss())).contains(Loss.TIMEOUT);
            deaths.handle(new StreamsException("poll failed", new FencedInstanceIdException("newer")));
            assertThat(Loss.of(deaths.loss())).contains(Loss.FENCED);
            deaths.handle(new StreamsException("failed", new TableBehind("tidings.subscriptions", 7, 8)));
            assertThat(Loss.of(deaths.loss())).contains(Loss.OTHER);
            deaths.handle(new StreamsException("failed", new TableEndUnknown("tidings.subscriptions")));
            assertThat(Loss.of(deaths.loss())).contains(Loss.OTHER);
        }
    }
}
