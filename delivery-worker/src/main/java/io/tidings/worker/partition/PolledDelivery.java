package io.tidings.worker.partition;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.lane.Lane;
import org.jspecify.annotations.Nullable;

/** @param event its bytes, as they are sent */
@SuppressWarnings("ArrayRecordComponent") // compared by identity only, never changed
public record PolledDelivery(AssignedPartition from, long offset, Delivery delivery, byte[] key, byte[] event) {
    private static final int OVERHEAD = 512;

    public SubscriptionKey subscription() {
        return delivery.subscription();
    }

    public CountedSubscription counted() {
        return new CountedSubscription(delivery.subscription(), delivery.uid());
    }

    public Lane lane() {
        return new Lane(delivery.subscription(), from.number());
    }

    public PolledDelivery at(RetryState retryState) {
        return new PolledDelivery(from, offset, delivery.at(retryState), key, event);
    }

    public PolledDelivery ordered(@Nullable DeliveryOrder order) {
        return new PolledDelivery(from, offset, delivery.ordered(order), key, event);
    }

    public PolledDelivery traced(@Nullable TraceContext next) {
        return new PolledDelivery(from, offset, delivery.traced(next), key, event);
    }

    public int bytes() {
        return event.length + OVERHEAD;
    }
}
