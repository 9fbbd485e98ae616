package io.tidings.worker.schedule;

import static io.tidings.worker.Examples.NOON;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** B-RETRY-3: what comes out of a tier waits for its exact moment, in bounded memory. */
class DueQueueTest {
    /** Close to where the clock that never jumps starts over. */
    private static final long BEGIN = Long.MAX_VALUE - 10;

    private final DueQueue<String> room = new DueQueue<>(100, Function.identity());

    @Test
    void deliveriesLeaveInTheOrderOfTheirDueTimesAndNotBeforeThem() {
        room.add("late", ofSeconds(2), 10, after(ZERO));
        room.add("early", ofSeconds(1), 10, after(ZERO));
        assertThat(room.left(after(ZERO))).contains(ofSeconds(1));
        assertThat(room.release(after(ofSeconds(1).minusNanos(1)))).isEmpty();
        assertThat(room.release(after(ofSeconds(1)))).contains("early");
        assertThat(room.release(after(ofSeconds(1)))).isEmpty();
        assertThat(room.left(after(ofSeconds(9)))).contains(ofSeconds(-7));
        assertThat(room.release(after(ofSeconds(9)))).contains("late");
        assertThat(room.left(after(ofSeconds(9)))).isEmpty();
    }

    @Test
    void deliveriesDueAtTheSameMomentLeaveInTheOrderOfArrival() {
        room.add("first", ZERO, 1, after(ofNanos(5)));
        room.add("second", ofNanos(5), 1, after(ZERO));
        room.add("third", ZERO, 1, after(ofNanos(5)));
        assertThat(room.release(after(ofNanos(5)))).contains("first");
        assertThat(room.release(after(ofNanos(5)))).contains("second");
        assertThat(room.release(after(ofNanos(5)))).contains("third");
    }

    @Test
    void theRoomIsFullWithItsLastByte() {
        room.add("first", ZERO, 99, after(ZERO));
        assertThat(room.full()).isFalse();
        room.add("second", ZERO, 1, after(ZERO));
        assertThat(room.full()).isTrue();
    }

    @Test
    void aClockOnTheWallThatJumpsChangesNothing() {
        room.add("delivery", ofSeconds(5), 1, after(ZERO));
        assertThat(room.release(new ClockReading(
                        NOON.plus(Duration.ofDays(1)), BEGIN + ofSeconds(4).toNanos())))
                .isEmpty();
        assertThat(room.release(new ClockReading(
                        NOON.minus(Duration.ofDays(1)), BEGIN + ofSeconds(5).toNanos())))
                .contains("delivery");
    }

    @Test
    void theRoomIsFullByBytesAndEmptiesAgain() {
        room.add("small", ZERO, 99, after(ZERO));
        assertThat(room.full()).isFalse();
        room.add("large", ofSeconds(1), 500, after(ZERO));
        assertThat(room.full()).isTrue();
        assertThat(room.release(after(ZERO))).contains("small");
        assertThat(room.full()).isTrue();
        assertThat(room.release(after(ofSeconds(1)))).contains("large");
        assertThat(room.full()).isFalse();
    }

    /** B-PROFILE-1: the rest of a wait that no tier has. */
    @Test
    void noSubscriptionHoldsMoreThanIsLeftForTheOthers() {
        var shared = new DueQueue<String>(100, delivery -> delivery.charAt(0));
        int held = 0;
        while (shared.roomFor("greedy")) {
            shared.add("greedy", ofSeconds(1), 1, after(ZERO));
            held++;
        }
        assertThat(held).isEqualTo(50);
        while (shared.roomFor("hungry")) {
            shared.add("hungry", ofSeconds(2), 1, after(ZERO));
            held++;
        }
        assertThat(held).isEqualTo(75);
        assertThat(shared.roomFor("another")).isTrue();
        assertThat(shared.full()).isFalse();
        assertThat(shared.release(after(ofSeconds(1)))).contains("greedy");
        assertThat(shared.roomFor("greedy")).isFalse();
        assertThat(shared.roomFor("hungry")).isTrue();
        shared.removeIf(delivery -> delivery.equals("greedy"));
        assertThat(shared.roomFor("greedy")).isTrue();
        assertThat(shared.size()).isEqualTo(25);
    }

    @Test
    void anOwnerThatIsGoneMakesRoom() {
        room.add("ours", ZERO, 40, after(ZERO));
        room.add("theirs", ZERO, 60, after(ZERO));
        room.add("theirs too", ZERO, 60, after(ZERO));
        room.removeIf(delivery -> delivery.startsWith("theirs"));
        assertThat(room.size()).isOne();
        assertThat(room.full()).isFalse();
        assertThat(room.release(after(ZERO))).contains("ours");
    }

    private static ClockReading after(Duration elapsed) {
        return new ClockReading(NOON.plus(elapsed), BEGIN + elapsed.toNanos());
    }
}
