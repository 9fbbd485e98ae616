package io.tidings.chaos.check;

import io.tidings.contract.RetryLadder;
import java.time.Duration;

/**
 * The limits that histories are judged by.
 *
 * @param ladder scaled as that of the services
 * @param slack what a request may take to arrive, and a worker to commit its result, longer than usual
 * @param longestCommit results of this time before a disturbance may have been lost where histories show no later commit
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
    /** The time for which the topology may write to the partitions that it knew before a growth. */
    static final Duration NEW_PARTITIONS_UNSEEN = Duration.ofSeconds(10);

    /** A worker that cannot reach its brokers for this long opens another session, and repeats what it had not committed. */
    static final Duration SESSION = Duration.ofSeconds(10);

    /** Two responses at the same time may reach the worker in the other order. */
    static final Duration AT_ONCE = Duration.ofMillis(500);

    /** The timeline is seconds behind a dead worker, and a topology that was killed last restores it first. */
    static final Duration TIMELINE_PATIENCE = Duration.ofSeconds(60);

    /** The 99th percentile during an attack, divided by that before it; or the time that it is longer. */
    static final double ATTACKED_FACTOR = 1.5;

    static final Duration ATTACKED_ALLOWANCE = Duration.ofMillis(10);

    /** A result that ends during a transaction waits for the next one; the worker gives a transaction up after 10 s. */
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(21);

    /** The work of a fault's duration waits until its end. */
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    /** {@code worker.commit.patience} */
    private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(2);

    /** True if waits can be judged by the services' clocks. */
    public enum Clocks {
        TRUSTED,
        STEPPED
    }

    /** @param busy whether other programs use the machine, too */
    public static CheckLimits of(RetryLadder ladder, boolean busy, Clocks clocks) {
        return new CheckLimits(
                ladder,
                Duration.ofSeconds(busy ? 15 : 3),
                LONGEST_COMMIT,
                Duration.ofSeconds(busy ? 60 : 10),
                RECOVERY,
                COMMIT_PATIENCE,
                clocks);
    }
}
