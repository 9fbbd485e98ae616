package io.tidings.worker.telemetry;

import io.tidings.contract.counts.CountedSubscription;
import java.time.Duration;
import java.time.Instant;

/** Counts what this worker does for each subscription. Confined to the poll thread. */
public interface SubscriptionStats {
    SubscriptionStats NONE = new SubscriptionStats() {
        @Override
        public void attempted(CountedSubscription subscription, boolean delivered, Duration took, Instant now) {}

        @Override
        public void deliveredLate(CountedSubscription subscription, Instant now) {}

        @Override
        public void passed(Instant now) {}
    };

    void attempted(CountedSubscription subscription, boolean delivered, Duration took, Instant now);

    /** Counts an event whose success came after the timeout of its attempt was counted. */
    void deliveredLate(CountedSubscription subscription, Instant now);

    /** Tells the time when nothing else may do so for a while. */
    void passed(Instant now);
}
