package io.tidings.contract.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.JsonMembers;
import io.tidings.contract.event.JsonText;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The event as it is kept when it is given up: the delivered bytes and what became of them (B-DLQ-3, reference §9). One
 * of the custom schema becomes the data of an Event Grid event.
 */
public final class DeadLetterRecord {
    private static final DateTimeFormatter SEVEN_DIGITS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSS'Z'").withZone(ZoneOffset.UTC);

    private DeadLetterRecord() {}

    /**
     * The record's bytes.
     *
     * @param event the event as it was delivered, valid JSON
     * @throws IllegalArgumentException when the event is no JSON object
     */
    public static byte[] of(Delivery delivery, DeadLetterReason reason, byte[] event) {
        boolean cloudEvent = delivery.event().schema() == EventSchema.CLOUD_EVENTS;
        var place = delivery.place();
        var members = new LinkedHashMap<String, byte[]>();
        members.put("deadLetterReason", JsonText.quoted(reason.word()));
        members.put("deliveryAttempts", JsonText.number(place.attempts()));
        var last = place.last();
        if (last != null) {
            members.put("lastDeliveryOutcome", JsonText.quoted(last.outcome().word()));
            if (last.status() != null) {
                members.put("lastHttpStatusCode", JsonText.number(last.status()));
            }
        }
        members.put("publishTime", time(delivery.event().published()));
        if (last != null && last.at() != null) {
            members.put("lastDeliveryAttemptTime", time(last.at()));
        }
        try {
            var envelope = delivery.event().envelope();
            if (envelope != null) {
                members.put("data", JsonMembers.ofObject(event).json());
                return JsonMembers.ofObject(envelope.getBytes(UTF_8)).with(members);
            }
            return JsonMembers.ofObject(event).with(cloudEvent ? lowerCased(members) : members);
        } catch (IOException e) {
            throw new IllegalArgumentException("event " + delivery.event().id() + " is no JSON object", e);
        }
    }

    /** Legal names of CloudEvents extensions. */
    private static Map<String, byte[]> lowerCased(Map<String, byte[]> members) {
        var lower = new LinkedHashMap<String, byte[]>();
        members.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return lower;
    }

    private static byte[] time(Instant time) {
        return ('"' + SEVEN_DIGITS.format(time) + '"').getBytes(UTF_8);
    }
}
