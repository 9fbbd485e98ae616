package io.tidings.worker.partition;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.newDelivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Duplicates of an interrupted matching are distinguished from records that only look like them (B-DEL-1, decision 3). */
class DuplicateDetectorTest {
    private static final long START = NOON.toEpochMilli();

    private final DuplicateDetector duplicates = new DuplicateDetector();

    @Test
    void duplicatesAreRecognisedInAnyNumber() {
        assertThat(duplicates.recognise(delivery(7), START)).isFalse();
        assertThat(duplicates.recognise(delivery(7), START + 1)).isTrue();
        assertThat(duplicates.recognise(delivery(7), START + 2)).isTrue();
    }

    /** B-RECOVER-3: a worker wrote it again, not matching. */
    @Test
    void aForwardedDeliveryIsNoDuplicate() {
        duplicates.recognise(delivery(7), START);
        var deferred = RetryState.START.deferred(LastOutcome.PROBATION, NOON);
        assertThat(duplicates.recognise(delivery(7).at(deferred.movedForward(NOON)), START + 1))
                .isFalse();
    }

    @Test
    void aDeliveryThatWasLeftOutIsNoDuplicate() {
        duplicates.recognise(delivery(7), START);
        duplicates.recognise(delivery(9), START); // 8 was never written: its batch failed
        assertThat(duplicates.recognise(delivery(8), START + 1)).isFalse();
        assertThat(duplicates.recognise(delivery(8), START + 2)).isTrue();
        assertThat(duplicates.recognise(delivery(9), START + 2)).isTrue();
    }

    @Test
    void theSameEventForAnotherSubscriptionIsNoRepeat() {
        duplicates.recognise(delivery(7), START);
        assertThat(duplicates.recognise(delivery(delivery(7), "uid-of-another"), START))
                .isFalse();
    }

    @Test
    void theSameOffsetOfAnotherPartitionOrTopicIsNoRepeat() {
        duplicates.recognise(from(new EventSource("tidings.events", 0, 7), NOON), START);
        assertThat(duplicates.recognise(from(new EventSource("tidings.events", 1, 7), NOON), START))
                .isFalse();
        assertThat(duplicates.recognise(from(new EventSource("tidings.events.orders", 0, 7), NOON), START))
                .isFalse();
    }

    @Test
    void aTopicThatWasCreatedAgainGivesItsOffsetsToNewEvents() {
        duplicates.recognise(delivery(7), START);
        duplicates.recognise(delivery(8), START);
        var later = NOON.plusMillis(1);
        assertThat(duplicates.recognise(from(new EventSource("tidings.events", 0, 7), later), START + 1))
                .isFalse();
        assertThat(duplicates.recognise(from(new EventSource("tidings.events", 0, 8), later), START + 1))
                .isFalse();
        assertThat(duplicates.recognise(from(new EventSource("tidings.events", 0, 8), later), START + 2))
                .isTrue();
    }

    @Test
    void aRedriveIsMeant() {
        duplicates.recognise(delivery(7), START);
        var redriven = delivery(7).redriven(delivery(7).uid(), 1, NOON);
        assertThat(duplicates.recognise(redriven, START + 1)).isFalse();
        assertThat(duplicates.recognise(delivery(7), START + 2)).isTrue();
    }

    @Test
    void oneThatWasTriedIsMeant() {
        duplicates.recognise(delivery(7), START);
        var tried = delivery(7).at(new RetryState(1, 0, NOON, null));
        assertThat(duplicates.recognise(tried, START + 1)).isFalse();
    }

    /** The last that was written before matching stopped, however much others wrote meanwhile. */
    @Test
    void aRepeatIsRecognisedAfterAnOutageOfAQuarterOfAnHour() {
        duplicates.recognise(delivery(7), START);
        writeOfAnotherPartition(10_000);
        assertThat(duplicates.recognise(delivery(7), START + DuplicateDetector.LONGEST_OUTAGE_MILLIS))
                .isTrue();
        assertThat(duplicates.recognise(delivery(7), START + DuplicateDetector.LONGEST_OUTAGE_MILLIS + 1))
                .as("matched again on purpose")
                .isFalse();
    }

    @Test
    void afterThatEverythingMayBeMatchedAgainOnPurpose() {
        for (int offset = 5; offset <= 8; offset++) {
            duplicates.recognise(delivery(offset), START);
        }
        long later = START + DuplicateDetector.LONGEST_OUTAGE_MILLIS + 1;
        for (int offset = 5; offset <= 8; offset++) {
            assertThat(duplicates.recognise(delivery(offset), later)).isFalse();
        }
    }

    @Test
    void anEventMatchedLongAgoIsMatchedAgainOnPurpose() {
        duplicates.recognise(delivery(0), START);
        write(1, 11, START);
        assertThat(duplicates.recognise(delivery(0), START + 10_000))
                .as("written 10 s ago, of two windows")
                .isFalse();
    }

    @Test
    void duplicatesOfTheLastSecondsAreRecognised() {
        write(0, 6, START);
        assertThat(duplicates.recognise(delivery(0), START + DuplicateDetector.WINDOW_MILLIS))
                .isTrue();
    }

    /** Matching stops between a write and its commit for as long as its brokers are frozen. */
    @Test
    void secondsWithoutWritesForgetNothing() {
        duplicates.recognise(delivery(7), START);
        duplicates.recognise(delivery(8), START + 40_000);
        duplicates.recognise(delivery(9), START + 80_000);
        assertThat(duplicates.recognise(delivery(7), START + 80_001)).isTrue();
        assertThat(duplicates.recognise(delivery(8), START + 80_001)).isTrue();
    }

    /** One delivery a second. */
    private void write(int from, int to, long start) {
        for (int offset = from; offset < to; offset++) {
            duplicates.recognise(delivery(offset), start + 1_000L * offset);
        }
    }

    @Test
    void theMemoryIsBounded() {
        duplicates.recognise(delivery(7), START);
        for (int partition = 1; partition <= 20; partition++) {
            for (int offset = 0; offset < 8_000; offset++) {
                duplicates.recognise(from(new EventSource("tidings.events", partition, offset), NOON), START);
            }
        }
        assertThat(duplicates.recognise(delivery(7), START))
                .as("the idlest is forgotten")
                .isFalse();
        assertThat(duplicates.recognise(from(new EventSource("tidings.events", 20, 0), NOON), START))
                .isTrue();
    }

    private void writeOfAnotherPartition(int deliveries) {
        IntStream.range(0, deliveries)
                .forEach(offset ->
                        duplicates.recognise(from(new EventSource("tidings.events", 1, offset), NOON), START + offset));
    }

    private static Delivery delivery(long offset) {
        return from(new EventSource("tidings.events", 0, offset), NOON);
    }

    private static Delivery delivery(Delivery like, String uid) {
        return new Delivery(like.subscription(), uid, like.event(), like.subscriptionsRead(), like.retryState());
    }

    private static Delivery from(EventSource source, Instant published) {
        var like = newDelivery();
        return new Delivery(
                like.subscription(),
                like.uid(),
                new DeliveredEvent(like.event().schema(), "event-" + source, null, published, source, null, null),
                like.subscriptionsRead(),
                like.retryState());
    }
}
