package io.tidings.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads what Linux says about processes. */
class ProcessUsageTest {
    @Test
    void theMachineIsBusyWithAllButIdlingAndWaiting() {
        assertThat(MachineTime.busy("cpu  100 20 30 90000 7000 4 5 6 0 0")).isEqualTo(Duration.ofMillis(1_650));
    }

    @Test
    void aThreadsNameMayHoldAnything() {
        var stat = "12 (odd) (name 3) S 1 1 1 0 -1 4194304 10 0 0 0 250 50 0 0 20 0 30 0 100";

        assertThat(ProcessThreads.name(stat)).isEqualTo("odd) (name");
        assertThat(ProcessThreads.time(stat)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void threadsAreComparedByName() {
        var earlier = new ProcessUsage(Duration.ofSeconds(4), Map.of("loop", Duration.ofSeconds(3)), 100, 1);
        var later = new ProcessUsage(
                Duration.ofSeconds(9), Map.of("loop", Duration.ofSeconds(5), "new", Duration.ofSeconds(1)), 130, 1);

        assertThat(later.threadsSince(earlier))
                .containsOnly(Map.entry("loop", Duration.ofSeconds(2)), Map.entry("new", Duration.ofSeconds(1)));
    }

    @Test
    void contextSwitchesAreThoseThatAThreadWantedAndThoseThatItDidNot() {
        var status = List.of("Name:\tloop", "voluntary_ctxt_switches:\t41", "nonvoluntary_ctxt_switches:\t1");

        assertThat(ProcessThreads.contextSwitches(status)).isEqualTo(42);
    }

    @Test
    void aThreadThatHasEndedTakesItsContextSwitchesAlong() {
        var earlier = new ProcessUsage(Duration.ZERO, Map.of(), 100, 1);

        assertThat(new ProcessUsage(Duration.ZERO, Map.of(), 130, 1).contextSwitchesSince(earlier))
                .isEqualTo(30);
        assertThat(new ProcessUsage(Duration.ZERO, Map.of(), 70, 1).contextSwitchesSince(earlier))
                .isZero();
    }
}
