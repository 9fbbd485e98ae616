package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.partition.AssignedPartition;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The breaker of one endpoint for one lane of its subscription, and when it was last written and told of. */
final class KeptBreaker {
    final SubscriptionKey key;
    final EndpointBreaker breaker;
    final String uid;
    final URI endpoint;

    /** Its records are written with this partition, whose number is that of the lane. */
    AssignedPartition from;

    @Nullable
    ClockReading written;

    @Nullable
    ClockReading told;

    KeptBreaker(EndpointBreaker breaker, SubscriptionEntry entry, AssignedPartition from) {
        this.key = entry.subscription().key();
        this.breaker = breaker;
        this.uid = entry.uid();
        this.endpoint = entry.subscription().destination().endpoint();
        this.from = from;
    }

    Lane lane() {
        return new Lane(key, from.number());
    }

    boolean of(SubscriptionEntry entry) {
        return uid.equals(entry.uid())
                && endpoint.equals(entry.subscription().destination().endpoint());
    }
}
