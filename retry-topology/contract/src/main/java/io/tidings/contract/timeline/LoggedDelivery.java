package io.tidings.contract.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.json.RecordJson;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The delivery that a line is about. The key of the record names its subscription.
 *
 * @param subscriptionUid null in lines of earlier releases
 * @param published when the event was appended, or brought back by a redrive; null in lines of earlier releases
 * @param redriven how often the delivery was brought back
 */
public record LoggedDelivery(
        String eventId,
        EventSource source,
        @Nullable String subscriptionUid,
        @Nullable Instant published,
        int redriven) {
    public LoggedDelivery {
        if (redriven < 0) {
            throw new IllegalArgumentException("redriven " + redriven + " times");
        }
    }

    public static LoggedDelivery of(Delivery delivery) {
        var event = delivery.event();
        int times = delivery.redriven() == null ? 0 : delivery.redriven().times();
        return new LoggedDelivery(event.id(), event.source(), delivery.uid(), event.published(), times);
    }

    void write(ObjectNode json) {
        json.put("eventId", eventId).put("source", source.toString());
        putIfAny(json, "uid", subscriptionUid);
        putIfAny(json, "published", published);
        putUnless(json, "redriven", redriven, 0);
    }

    static LoggedDelivery read(RecordJson json) throws IOException {
        int redriven = (int) json.number("redriven");
        if (redriven < 0) {
            throw new IOException("redriven " + redriven + " times");
        }
        return new LoggedDelivery(
                json.required("eventId"),
                json.parsed("source", EventSource::parse),
                json.text("uid"),
                json.timeIfAny("published"),
                redriven);
    }
}
