package io.tidings.worker.partition;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.DeliveryCounts;
import org.jspecify.annotations.Nullable;

/** The change that the finish of one record makes to the counts of its subscription (B-COUNT). */
public record CountChange(CountedSubscription subscription, DeliveryCounts added) {
    /** The final end of a delivery. */
    public enum Ending {
        DELIVERED,
        DEAD_LETTERED,
        DROPPED
    }

    /** A delivery that was counted as taken, and of which Kafka has lost the record. */
    static CountChange ofLost(CountedSubscription subscription) {
        return new CountChange(subscription, new DeliveryCounts(0, 0, 0, 0, 1, null, null));
    }

    /** @param ending null if the delivery waits in the ladder from then on */
    public static CountChange of(PolledDelivery polled, @Nullable Ending ending) {
        var delivery = polled.delivery();
        boolean taken = !delivery.taken();
        return new CountChange(
                polled.counted(),
                new DeliveryCounts(
                        taken ? 1 : 0,
                        taken && delivery.redriven() != null ? 1 : 0,
                        ending == Ending.DELIVERED ? 1 : 0,
                        ending == Ending.DEAD_LETTERED ? 1 : 0,
                        ending == Ending.DROPPED ? 1 : 0,
                        null,
                        null));
    }
}
