package io.tidings.worker.tier;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** B-RETRY-3: what comes out of a tier waits for its exact moment, in bounded memory. */
class WaitingRoomTest {
    private final WaitingRoom<String> room = new WaitingRoom<>(100);

    @Test
    void deliveriesLeaveInTheOrderOfTheirDueTimesAndNotBeforeThem() {
        room.add("late", NOON.plusSeconds(2), 10);
        room.add("early", NOON.plusSeconds(1), 10);
        assertThat(room.wakeUp()).contains(NOON.plusSeconds(1));
        assertThat(room.release(NOON.plusSeconds(1).minusNanos(1))).isEmpty();
        assertThat(room.release(NOON.plusSeconds(1))).contains("early");
        assertThat(room.release(NOON.plusSeconds(1))).isEmpty();
        assertThat(room.release(NOON.plusSeconds(9))).contains("late");
        assertThat(room.wakeUp()).isEmpty();
    }

    @Test
    void whoIsDueAtTheSameMomentLeavesInTheOrderOfArrival() {
        room.add("first", NOON, 1);
        room.add("second", NOON, 1);
        room.add("third", NOON, 1);
        assertThat(room.release(NOON)).contains("first");
        assertThat(room.release(NOON)).contains("second");
        assertThat(room.release(NOON)).contains("third");
    }

    @Test
    void theRoomIsFullByBytesAndEmptiesAgain() {
        room.add("small", NOON, 99);
        assertThat(room.full()).isFalse();
        room.add("large", NOON.plusSeconds(1), 500);
        assertThat(room.full()).isTrue();
        assertThat(room.release(NOON)).contains("small");
        assertThat(room.full()).isTrue();
        assertThat(room.release(NOON.plusSeconds(1))).contains("large");
        assertThat(room.full()).isFalse();
    }

    @Test
    void whoIsNoLongerWaitedForMakesRoom() {
        room.add("ours", NOON, 40);
        room.add("theirs", NOON, 60);
        room.add("theirs too", NOON, 60);
        room.removeIf(delivery -> delivery.startsWith("theirs"));
        assertThat(room.size()).isOne();
        assertThat(room.full()).isFalse();
        assertThat(room.release(NOON)).contains("ours");
    }
}
