package io.tidings.worker.commit;

import static io.tidings.worker.Examples.NOON;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: how far back a crash would take the worker now. */
class UncommittedAgeTest {
    private final UncommittedAge<String> uncommitted = new UncommittedAge<>();

    @Test
    void nothingIsOldWhileThereIsNothing() {
        assertThat(uncommitted.age(at(9_000))).isEqualTo(ZERO);
        assertThat(uncommitted.waiting()).isFalse();
    }

    @Test
    void aResultAgesFromItsEndToItsCommit() {
        uncommitted.finished(at(100));
        uncommitted.finished(at(200));
        assertThat(uncommitted.waiting()).isTrue();
        assertThat(uncommitted.age(at(250))).isEqualTo(ofMillis(150));
        uncommitted.cut(List.of("one"), List.of(), at(300));
        assertThat(uncommitted.waiting()).isFalse();
        assertThat(uncommitted.age(at(400))).isEqualTo(ofMillis(300));
        uncommitted.committed();
        assertThat(uncommitted.age(at(500))).isEqualTo(ZERO);
    }

    @Test
    void aResultThatEndsDuringATransactionAgesBehindIt() {
        uncommitted.finished(at(0));
        uncommitted.cut(List.of("one"), List.of(), at(10));
        uncommitted.finished(at(20));
        assertThat(uncommitted.age(at(3_000))).isEqualTo(ofSeconds(3));
        uncommitted.committed();
        assertThat(uncommitted.age(at(3_000))).isEqualTo(ofMillis(2_980));
    }

    @Test
    void aResultThatATransactionLeavesOutGrowsOlder() {
        uncommitted.finished(at(0));
        uncommitted.cut(List.of("one"), List.of("two"), at(10));
        uncommitted.committed();
        uncommitted.finished(at(100));
        assertThat(uncommitted.age(at(100))).isEqualTo(ofMillis(100));
        uncommitted.cut(List.of("two"), List.of("one"), at(200));
        assertThat(uncommitted.age(at(200))).isEqualTo(ofMillis(200));
        uncommitted.committed();
        assertThat(uncommitted.age(at(200))).isEqualTo(ofMillis(100));
    }

    @Test
    void aLeftOutPartitionThatIsRevokedIsForgotten() {
        uncommitted.finished(at(0));
        uncommitted.cut(List.of("one"), List.of("two"), at(10));
        uncommitted.committed();
        uncommitted.cut(List.of(), List.of(), at(20));
        assertThat(uncommitted.age(at(500))).isEqualTo(ZERO);
    }

    private static ClockReading at(long millis) {
        return new ClockReading(
                NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }
}
