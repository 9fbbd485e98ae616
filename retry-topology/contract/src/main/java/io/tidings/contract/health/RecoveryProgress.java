package io.tidings.contract.health;

import io.tidings.contract.RetryTier;
import io.tidings.contract.WireName;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The progress of moving the waiting deliveries of one subscription forward (B-RECOVER-1).
 *
 * @param uid of the subscription
 * @param since when the recovery began
 * @param moved deliveries moved so far
 * @param until when a stopped recovery goes on; null unless stopped
 * @param requested the latest request of an operator that was acted on; null if there was none
 * @param ends the offset in each tier up to which records are moved; empty when all have been
 */
public record RecoveryProgress(
        String uid,
        State state,
        Instant since,
        long moved,
        @Nullable Instant until,
        @Nullable Instant requested,
        Map<RetryTier, Long> ends) {
    /** Lanes begin the same recovery within this time. */
    private static final Duration TOGETHER = Duration.ofMinutes(1);

    public RecoveryProgress {
        ends = Map.copyOf(ends);
        if (uid.isEmpty() || moved < 0) {
            throw new IllegalArgumentException("uid \"" + uid + "\", " + moved + " moved");
        }
    }

    /**
     * Returns one progress for all lanes of a subscription. What lanes moved in an earlier recovery does not count.
     *
     * @param lanes at least one
     */
    static RecoveryProgress merged(List<RecoveryProgress> lanes) {
        if (lanes.size() == 1) {
            return lanes.getFirst();
        }
        var newest = lanes.stream()
                .max(Comparator.comparing(RecoveryProgress::since))
                .orElseThrow();
        var together = lanes.stream()
                .filter(each -> !each.since().isBefore(newest.since().minus(TOGETHER)))
                .toList();
        var first = together.stream()
                .min(Comparator.comparing(RecoveryProgress::state).thenComparing(RecoveryProgress::since))
                .orElseThrow();
        return new RecoveryProgress(
                first.uid(),
                first.state(),
                first.since(),
                together.stream().mapToLong(RecoveryProgress::moved).sum(),
                first.until(),
                first.requested(),
                Map.of());
    }

    public enum State implements WireName.Capitalized {
        MOVING,
        /** An attempt has failed since the recovery began. */
        STOPPED,
        COMPLETED
    }
}
