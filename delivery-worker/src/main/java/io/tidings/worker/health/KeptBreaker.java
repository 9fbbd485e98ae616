package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.partition.AssignedPartition;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The breaker of one endpoint of one subscription, and when it was last written and told of. */
final class KeptBreaker {
    final EndpointBreaker breaker;
    final String uid;
    final URI endpoint;

    /** Its records are written with this partition. */
    AssignedPartition from;

    @Nullable
    ClockReading written;

    @Nullable
    ClockReading told;

    KeptBreaker(EndpointBreaker breaker, SubscriptionEntry entry, AssignedPartition from) {
        this.breaker = breaker;
        this.uid = entry.uid();
        this.endpoint = entry.subscription().destination().endpoint();
        this.from = from;
    }

    boolean of(SubscriptionEntry entry) {
        return uid.equals(entry.uid())
                && endpoint.equals(entry.subscription().destination().endpoint());
    }
}
