package io.tidings.contract.subscription;

/** A header that a subscription adds to its deliveries (B-DEL-5). */
public sealed interface DeliveryAttribute {
    String name();

    /**
     * @param value at most 4,096 bytes
     * @param secret whether the value is never shown
     */
    record Static(String name, String value, boolean secret) implements DeliveryAttribute {
        @Override
        public String toString() {
            return "Static[" + name + (secret ? "" : "=" + value) + "]";
        }
    }

    /** @param sourceField path of the value in the event, such as {@code data.system} */
    record Dynamic(String name, String sourceField) implements DeliveryAttribute {}
}
