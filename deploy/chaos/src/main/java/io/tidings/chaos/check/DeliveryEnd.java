package io.tidings.chaos.check;

/**
 * The end of a delivery, in the words of the API.
 *
 * @param reason of a drop or dead letter, else empty
 */
record DeliveryEnd(String state, String reason) {
    static final DeliveryEnd DELIVERED = new DeliveryEnd("Delivered", "");

    static DeliveryEnd deadLettered(String reason) {
        return new DeliveryEnd("DeadLettered", reason);
    }

    static DeliveryEnd dropped(String reason) {
        return new DeliveryEnd("Dropped", reason);
    }

    @Override
    public String toString() {
        return reason.isEmpty() ? state : "%s (%s)".formatted(state, reason);
    }
}
