package io.tidings.topology;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

/** Decisions 7 and 12: a stream thread is replaced, lost infrastructure stops the program. */
class ThreadDeathsTest {
    private final StreamsException cause = new StreamsException("a topic was deleted");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
    private final ThreadDeaths deaths = new ThreadDeaths(now::get, new SimpleMeterRegistry());

    @Test
    void aThreadThatDiesIsReplaced() {
        assertThat(deaths.handle(cause)).isEqualTo(REPLACE_THREAD);
        assertThat(deaths.latest()).isSameAs(cause);
    }

    @Test
    void threadsThatKeepDyingStopTheProgram() {
        for (int i = 0; i < 5; i++) {
            assertThat(deaths.handle(cause)).isEqualTo(REPLACE_THREAD);
        }
        assertThat(deaths.handle(cause)).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void deathsThatLieFarApartDoNot() {
        for (int i = 0; i < 20; i++) {
            now.updateAndGet(time -> time.plusSeconds(90));
            assertThat(deaths.handle(cause)).isEqualTo(REPLACE_THREAD);
        }
    }

    @Test
    void aProcessThatAnotherOneHasReplacedStops() {
        var fenced = new StreamsException("poll failed", new FencedInstanceIdException("newer"));
        assertThat(deaths.handle(fenced)).isEqualTo(SHUTDOWN_CLIENT);
    }

    /** Its successor would read the same table, and its partitions would not go to another program. */
    @Test
    void aProcessThatNoLongerReadsItsTablesStops() {
        var behind = new StreamsException("processing failed", new TableBehind("tidings.subscriptions", 7, 8));
        assertThat(deaths.handle(behind)).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void aThreadIsReplacedWhileBrokersTellNothing() {
        var unknown = new StreamsException("processing failed", new TableEndUnknown("tidings.subscriptions"));
        assertThat(deaths.handle(unknown)).isEqualTo(REPLACE_THREAD);
    }
}
