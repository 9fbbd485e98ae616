package io.tidings.worker.partition;

import static io.tidings.worker.Examples.BILLING;
import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.newDelivery;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.health.MovedOffsets;
import io.tidings.contract.health.MovedRange;
import io.tidings.contract.health.MovedRanges;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** B-RECOVER-3: which records of a tier were moved. */
class MovedRecordsTest {
    private static final MovedRanges RANGES =
            MovedRanges.NONE.plus(new MovedRange(10, 20)).plus(new MovedRange(30, 40));
    private static final MovedOffsets MOVED = new MovedOffsets("uid-billing", "topic-id", RANGES);
    private static final Delivery DEFERRED =
            newDelivery().at(RetryState.START.deferred(LastOutcome.PROBATION, NOON.plusSeconds(60)));

    private final MovedRecords moved = new MovedRecords(Map.of(BILLING, MOVED));

    @Test
    void aMovableRecordWithinARangeWasMoved() {
        assertThat(moved.contain(record(10, BILLING.toString()), DEFERRED)).isTrue();
        assertThat(moved.contain(record(20, BILLING.toString()), DEFERRED)).isFalse();
        assertThat(new MovedRecords(Map.of()).contain(record(10, BILLING.toString()), DEFERRED))
                .isFalse();
    }

    @Test
    void aRecordThatMayNotBeMovedWasNotMoved() {
        var due = NOON.plusSeconds(60);
        var asked = RetryState.START.failed(new LastAttempt(LastOutcome.BUSY, 503, NOON), due, due);
        assertThat(moved.contain(record(10, BILLING.toString()), newDelivery().at(asked)))
                .isFalse();
    }

    @Test
    void aRecordWithTheKeyOfAnotherSubscriptionIsNotFoundEither() {
        assertThat(MovedRecords.movable(record(10, "orders/other"), DEFERRED)).isFalse();
    }

    @Test
    void whatWasMovedForAFormerSubscriptionOfThatNameDoesNotCount() {
        moved.put(BILLING, new MovedOffsets("uid-of-former", "topic-id", RANGES));
        assertThat(moved.contain(record(10, BILLING.toString()), DEFERRED)).isFalse();
        assertThat(moved.of(BILLING, "uid-billing")).isEqualTo(MovedRanges.NONE);
    }

    @Test
    void whatATierReleasesDuringARecoveryIsBroughtForwardIfItWasAppendedBeforeIt() {
        moved.bringForward(BILLING, "uid-billing", 50);
        assertThat(moved.broughtForward(record(49, BILLING.toString()), DEFERRED))
                .isTrue();
        assertThat(moved.broughtForward(record(50, BILLING.toString()), DEFERRED))
                .isFalse();

        moved.leaveToSchedule(BILLING);
        assertThat(moved.broughtForward(record(49, BILLING.toString()), DEFERRED))
                .isFalse();
    }

    @Test
    void whatMayNotBeMovedIsNotBroughtForward() {
        moved.bringForward(BILLING, "uid-billing", 50);
        var due = NOON.plusSeconds(60);
        var asked = RetryState.START.failed(new LastAttempt(LastOutcome.BUSY, 503, NOON), due, due);
        assertThat(moved.broughtForward(
                        record(10, BILLING.toString()), newDelivery().at(asked)))
                .isFalse();
    }

    @Test
    void aFormerSubscriptionOfThatNameIsNotBroughtForward() {
        moved.bringForward(BILLING, "uid-of-next", 50);
        assertThat(moved.broughtForward(record(10, BILLING.toString()), DEFERRED))
                .isFalse();
    }

    @Test
    void whatTheCommitHasPassedIsForgotten() {
        assertThat(moved.forgetBelow(19)).isEmpty();
        assertThat(moved.forgetBelow(25))
                .containsExactly(Map.entry(BILLING, MOVED.with(MovedRanges.NONE.plus(new MovedRange(30, 40)))));
        assertThat(moved.forgetBelow(40)).containsExactly(Map.entry(BILLING, MOVED.with(MovedRanges.NONE)));
        assertThat(moved.forgetBelow(50)).isEmpty();
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, String key) {
        return new ConsumerRecord<>("tidings.retry.1h", 3, offset, key.getBytes(UTF_8), new byte[1]);
    }
}
