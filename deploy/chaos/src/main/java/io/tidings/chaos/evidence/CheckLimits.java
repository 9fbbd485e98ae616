package io.tidings.chaos.evidence;

import io.tidings.contract.RetryLadder;
import java.time.Duration;

/**
 * What the histories are judged by.
 *
 * @param ladder scaled as that of the services
 * @param slack how long before a disturbance a result may have been lost to it in any case: what was not yet committed
 * @param longestCommit how long before it when the histories show that nothing later was committed
 * @param late how long after it was due a retry may come while nothing is disturbed
 * @param recovery how long after a disturbance the system may be busy with what waited
 * @param commitPatience how old an uncommitted result may be when another attempt starts
 * @param clocks whether those of the services can be trusted
 */
public record CheckLimits(
        RetryLadder ladder,
        Duration slack,
        Duration longestCommit,
        Duration late,
        Duration recovery,
        Duration commitPatience,
        Clocks clocks) {
    /** Whether waits can be judged at all. */
    public enum Clocks {
        TRUSTED,
        STEPPED
    }
}
