package io.tidings.contract.subscription;

/** A header that a subscription wants on its requests (B-DEL-5). */
public sealed interface DeliveryAttribute {
    /** The header's name. */
    String name();

    /**
     * The same value on every request.
     *
     * @param value at most 4,096 bytes
     * @param secret whether the value is shown to nobody
     */
    record Static(String name, String value, boolean secret) implements DeliveryAttribute {
        @Override
        public String toString() {
            return "Static[" + name + (secret ? "" : "=" + value) + "]";
        }
    }

    /**
     * A value of the event.
     *
     * @param sourceField its path, such as {@code data.system}
     */
    record Dynamic(String name, String sourceField) implements DeliveryAttribute {}
}
