package io.tidings.worker.commit;

import static io.tidings.worker.Examples.NOON;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: how far back a crash would take the worker now. {@link CommitsModelTest} has all interleavings. */
class UncommittedAgeTest {
    private final UncommittedAge<String> uncommitted = new UncommittedAge<>();

    @Test
    void nothingIsOldWhileThereIsNothing() {
        assertThat(uncommitted.age(at(9_000))).isEqualTo(ZERO);
        assertThat(uncommitted.olderThan(ZERO, at(9_000).monotonicNanos())).isFalse();
    }

    @Test
    void aResultAgesFromItsEndToItsCommit() {
        uncommitted.finished("one", 0, at(100));
        uncommitted.finished("one", 0, at(200));
        assertThat(uncommitted.age(at(400))).isEqualTo(ofMillis(300));
        assertThat(uncommitted.olderThan(ofMillis(300), at(400).monotonicNanos()))
                .isFalse();
        assertThat(uncommitted.olderThan(ofMillis(300), at(401).monotonicNanos()))
                .isTrue();
        uncommitted.committed("one", 1);
        assertThat(uncommitted.age(at(500))).isEqualTo(ZERO);
    }

    @Test
    void aResultThatEndsDuringATransactionAgesBehindIt() {
        uncommitted.finished("one", 0, at(0));
        uncommitted.finished("one", 1, at(20));
        assertThat(uncommitted.age(at(3_000))).isEqualTo(ofSeconds(3));
        uncommitted.committed("one", 1);
        assertThat(uncommitted.age(at(3_000))).isEqualTo(ofMillis(2_980));
    }

    /** #31: it lost its age, when another partition was committed before a rebalance. */
    @Test
    void aResultOfAnotherPartitionKeepsItsAge() {
        uncommitted.finished("staying", 0, at(0));
        uncommitted.finished("going", 0, at(100));
        uncommitted.committed("going", 1);
        uncommitted.finished("staying", 0, at(4_000));
        assertThat(uncommitted.age(at(5_000))).isEqualTo(ofSeconds(5));
    }

    /** #31: one of the same partition, of which the transaction has no room for all. */
    @Test
    void aResultThatATransactionLeavesOutKeepsItsAge() {
        uncommitted.finished("one", 0, at(0));
        uncommitted.finished("one", 1, at(50));
        uncommitted.committed("one", 0);
        assertThat(uncommitted.age(at(100))).isEqualTo(ofMillis(100));
        uncommitted.committed("one", 1);
        assertThat(uncommitted.age(at(100))).isEqualTo(ofMillis(50));
    }

    @Test
    void theResultsOfALostPartitionAreForgotten() {
        uncommitted.finished("lost", 0, at(0));
        uncommitted.finished("kept", 0, at(10));
        uncommitted.forgetIf("lost"::equals);
        assertThat(uncommitted.age(at(500))).isEqualTo(ofMillis(490));
    }

    private static ClockReading at(long millis) {
        return new ClockReading(
                NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }
}
