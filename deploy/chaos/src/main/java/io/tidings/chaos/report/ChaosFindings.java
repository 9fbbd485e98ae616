package io.tidings.chaos.report;

import io.tidings.chaos.check.Judgement;
import io.tidings.chaos.evidence.Promise;
import io.tidings.testbed.cluster.Disturbance;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a campaign found.
 *
 * @param circumstances of the run, the seed among them
 * @param accepted events whose publisher was told that they are safe
 * @param refused events whose publisher was not
 * @param skipped faults that this machine has no means for, each with the reason
 * @param draining from the last event until nothing was owed any more, or until patience ended
 * @param peakMegabytes resident memory of each instance
 */
public record ChaosFindings(
        Map<String, String> circumstances,
        long accepted,
        long refused,
        Judgement judgement,
        List<Disturbance> disturbances,
        List<String> skipped,
        Duration draining,
        Map<String, Long> peakMegabytes) {
    public ChaosFindings {
        circumstances = Map.copyOf(circumstances);
        disturbances = List.copyOf(disturbances);
        skipped = List.copyOf(skipped);
        peakMegabytes = Map.copyOf(peakMegabytes);
    }

    /** Whether every promise was kept, and anything was asked for at all. */
    public boolean good() {
        return judgement.violations().isEmpty() && judgement.tally().expected() > 0;
    }

    public long lost() {
        return judgement.of(Promise.NOTHING_IS_LOST);
    }
}
