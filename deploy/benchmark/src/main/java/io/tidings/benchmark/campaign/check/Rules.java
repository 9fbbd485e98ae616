package io.tidings.benchmark.campaign.check;

import io.tidings.contract.RetryLadder;
import java.time.Duration;

/**
 * What the histories are judged by.
 *
 * @param ladder scaled as that of the services
 * @param maxAttempts of every subscription
 * @param slack how long before a disturbance a result may have been lost to it: what was not yet committed
 * @param chains whether a delivery that was written twice is one chain or two
 * @param clocks whether those of the services can be trusted
 */
public record Rules(RetryLadder ladder, int maxAttempts, Duration slack, Doubles chains, Clocks clocks) {
    /** What becomes of a delivery that a killed topology wrote twice. */
    public enum Doubles {
        RECOGNISED,
        TWO_CHAINS
    }

    /** Whether waits can be judged at all. */
    public enum Clocks {
        TRUSTED,
        STEPPED
    }
}
