package io.tidings.chaos.check;

import io.tidings.contract.RetryLadder;
import java.time.Duration;

/**
 * The limits that histories are judged by.
 *
 * @param ladder scaled as that of the services
 * @param slack results of this time before a disturbance may have been lost in any case
 * @param longestCommit the same where histories show no later commit
 * @param late the longest lateness of a retry while nothing is disturbed
 * @param recovery the time after a disturbance in which the system works off its backlog
 * @param commitPatience the greatest age of an uncommitted result when another attempt starts
 */
public record CheckLimits(
        RetryLadder ladder,
        Duration slack,
        Duration longestCommit,
        Duration late,
        Duration recovery,
        Duration commitPatience,
        Clocks clocks) {
    /** How long the topology may write to the partitions that it knew before a growth. */
    static final Duration NEW_PARTITIONS_UNSEEN = Duration.ofSeconds(10);

    /** Whether waits can be judged by the services' clocks. */
    public enum Clocks {
        TRUSTED,
        STEPPED
    }
}
