package io.tidings.benchmark.campaign.check;

import io.tidings.contract.RetryLadder;
import java.time.Duration;

/**
 * What the histories are judged by.
 *
 * @param ladder scaled as that of the services
 * @param maxAttempts of every subscription
 * @param slack how long before a disturbance a result may have been lost to it in any case: what was not yet committed
 * @param longestCommit how long before it when the histories show that nothing later was committed
 * @param clocks whether those of the services can be trusted
 */
public record Rules(RetryLadder ladder, int maxAttempts, Duration slack, Duration longestCommit, Clocks clocks) {
    /** Whether waits can be judged at all. */
    public enum Clocks {
        TRUSTED,
        STEPPED
    }
}
