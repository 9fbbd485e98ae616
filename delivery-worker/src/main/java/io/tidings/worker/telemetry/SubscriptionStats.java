package io.tidings.worker.telemetry;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Counts what this worker does for each subscription. Confined to the poll thread. */
public interface SubscriptionStats {
    SubscriptionStats NONE = new SubscriptionStats() {
        @Override
        public void attempted(
                CountedSubscription subscription,
                @Nullable LastOutcome failure,
                Duration took,
                Instant published,
                Instant now) {}

        @Override
        public void deliveredLate(CountedSubscription subscription, Instant published, Instant now) {}

        @Override
        public void passed(Instant now) {}
    };

    /**
     * @param failure null if the event was delivered
     * @param published when the event was
     */
    void attempted(
            CountedSubscription subscription,
            @Nullable LastOutcome failure,
            Duration took,
            Instant published,
            Instant now);

    /** Counts an event whose success came after the timeout of its attempt was counted. */
    void deliveredLate(CountedSubscription subscription, Instant published, Instant now);

    /** Tells the time when nothing else may do so for a while. */
    void passed(Instant now);
}
