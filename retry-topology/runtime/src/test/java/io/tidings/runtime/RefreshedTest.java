package io.tidings.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Pages and publishers look at what the brokers said a moment ago, and wait for nothing. */
class RefreshedTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-27T12:00:00Z"));
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void theBrokersAreAskedAtMostEveryTenSeconds() {
        var number = new Refreshed<>("numbers", 0, _ -> asked.incrementAndGet(), now::get);
        assertThat(asked).hasValue(0);
        await().until(() -> number.latest() == 1);
        pass(Duration.ofSeconds(9));
        assertThat(number.latest()).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        await().until(() -> number.latest() == 2);
        assertThat(asked).hasValue(2);
    }

    @Test
    void aClockThatIsPutBackKeepsNobodyFromAsking() {
        var number = new Refreshed<>("numbers", 0, _ -> asked.incrementAndGet(), now::get);
        await().until(() -> number.latest() == 1);
        pass(Duration.ofHours(-1));
        await().until(() -> number.latest() == 2);
    }

    @Test
    void whatWasKnownStaysWhileTheBrokersDoNotRespond() {
        var number = new Refreshed<>(
                "numbers",
                7,
                known -> {
                    if (asked.incrementAndGet() == 1) {
                        throw new TimeoutException("the brokers do not respond");
                    }
                    return known + 1;
                },
                now::get);
        assertThat(number.latest()).isEqualTo(7);
        await().untilAsserted(() -> assertThat(asked).hasValue(1));
        await().until(() -> {
            pass(Duration.ofSeconds(10));
            return number.latest() == 8;
        });
    }

    private void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }
}
