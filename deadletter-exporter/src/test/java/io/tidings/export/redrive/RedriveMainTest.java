package io.tidings.export.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What the arguments of the command ask for. */
class RedriveMainTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration AS_LONG_AS_KAFKA_REMEMBERS = Duration.ofDays(7);

    @Test
    void theDefaultGoesBackAsFarAsKafkaKeepsEarlierRedrives() {
        assertThat(order())
                .isEqualTo(new RedriveRequest(
                        new SubscriptionKey("orders", "billing"),
                        NOON.minus(AS_LONG_AS_KAFKA_REMEMBERS),
                        NOON,
                        Set.of(),
                        false,
                        false,
                        false,
                        100));
    }

    @Test
    void itGoesBackFurtherWhenAskedTo() {
        assertThat(order("--from", "30d").from()).isEqualTo(NOON.minus(Duration.ofDays(30)));
    }

    @Test
    void everyArgumentCounts() {
        var reasons = DeadLetterReason.BAD_REQUEST.wireName() + ","
                + DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED.wireName();
        assertThat(order(
                        "--from",
                        "2d",
                        "--to",
                        "1d",
                        "--reason",
                        reasons,
                        "--rate",
                        "7",
                        "--dry-run",
                        "--again",
                        "--former"))
                .isEqualTo(new RedriveRequest(
                        new SubscriptionKey("orders", "billing"),
                        NOON.minus(Duration.ofDays(2)),
                        NOON.minus(Duration.ofDays(1)),
                        Set.of(DeadLetterReason.BAD_REQUEST, DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED),
                        true,
                        true,
                        true,
                        7));
    }

    @Test
    void aReasonOfAStatusThatASubscriptionDoesNotRetryIsAReason() {
        assertThat(order("--reason", "UndeliverableDueToHttpConflict").reasons())
                .containsExactly(DeadLetterReason.ofStatus(409));
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> order("--reason", "UndeliverableDueToHttpBadLuck"))
                .withMessageContaining("UndeliverableDueToHttpBadLuck", "TimeToLiveExceeded");
    }

    @Test
    void aRangeThatEndsBeforeItBeginsIsRefused() {
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> order("--to", "8d"))
                .withMessageContaining("--from 2026-11-14T12:00:00Z is not before --to 2026-11-13T12:00:00Z");
    }

    private static RedriveRequest order(String... more) {
        var command = new RedriveMain(new CountDownLatch(1));
        new CommandLine(command)
                .parseArgs(Stream.concat(Stream.of("--subscription", "orders/billing"), Stream.of(more))
                        .toArray(String[]::new));
        return command.order(NOON);
    }
}
