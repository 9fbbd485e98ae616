package io.tidings.chaos.subscriber;

/**
 * The way in which a subscription gets its events.
 *
 * @param most events in a request; 1 for no batching
 */
public record DeliveryOptions(ChaosSchema schema, int most, Address address) {
    /** The way in which the endpoint is addressed. */
    public enum Address {
        /** By its IP address. */
        LITERAL,
        /** By a name. */
        NAMED,
        /** By a name, over HTTPS. */
        SECURE,
        /** Not at all: receivers fetch its events. */
        QUEUE
    }

    public boolean queue() {
        return address == Address.QUEUE;
    }

    boolean batching() {
        return most > 1;
    }

    /** The media type of its requests. */
    public String contentType() {
        return schema == ChaosSchema.EVENT_GRID
                ? "application/json"
                : batching() ? "application/cloudevents-batch+json" : "application/cloudevents+json";
    }
}
