package io.tidings.contract.delivery;

import org.jspecify.annotations.Nullable;

/**
 * The order in which a delivery is sent (B-LANE-2).
 *
 * @param key the order key; deliveries of one subscription with the same key are sent one after the other
 * @param place null until the delivery is first parked; its offset in {@code deliveries} is its sequence until then
 */
public record DeliveryOrder(String key, @Nullable Place place) {
    /**
     * The place of a delivery among those with its key.
     *
     * @param sequence its offset in {@code deliveries}; grows from one delivery of the key to the next
     * @param behind the sequence that must have ended before, and all lower ones of the key
     */
    public record Place(long sequence, long behind) {
        public Place {
            if (behind >= sequence) {
                throw new IllegalArgumentException("sequence " + sequence + " behind " + behind);
            }
        }
    }

    public DeliveryOrder at(Place other) {
        return new DeliveryOrder(key, other);
    }
}
