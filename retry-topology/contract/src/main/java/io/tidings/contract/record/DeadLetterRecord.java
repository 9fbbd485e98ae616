package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.json.JsonText;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The value of a dead letter: the delivered event with members about its deliveries (B-DLQ-3, reference §9). An event
 * in the custom schema becomes the data of an Event Grid event.
 */
public final class DeadLetterRecord {
    private static final DateTimeFormatter SEVEN_DIGITS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** Names the subscription that the event was given up for; earlier releases did not. */
    public static final String OWNER = "deadLetterOwner";

    /**
     * Says how often the event was brought back, as the header of its delivery does; missing if it never was. It is the
     * first that is added: earlier releases, which do not know it, take it for one of the event.
     */
    public static final String REDRIVEN = "deadLetterRedriven";

    private static final Set<String> ADDED = Set.of(
            REDRIVEN,
            OWNER,
            "deadLetterReason",
            "deliveryAttempts",
            "lastDeliveryOutcome",
            "lastHttpStatusCode",
            "publishTime",
            "lastDeliveryAttemptTime");

    private static final Set<String> ADDED_TO_CLOUD_EVENTS =
            ADDED.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());

    private DeadLetterRecord() {}

    /** @throws IllegalArgumentException if the event is no JSON object */
    public static byte[] of(Delivery delivery, DeadLetterReason reason, byte[] event) {
        boolean cloudEvent = delivery.event().schema() == EventSchema.CLOUD_EVENTS;
        var retryState = delivery.retryState();
        var members = new LinkedHashMap<String, byte[]>();
        if (delivery.redriven() != null) {
            members.put(REDRIVEN, JsonText.quoted(delivery.redriven().toString()));
        }
        members.put(OWNER, JsonText.quoted(owner(delivery.subscription(), delivery.uid())));
        members.put("deadLetterReason", JsonText.quoted(reason.wireName()));
        members.put("deliveryAttempts", JsonText.number(retryState.attempts()));
        var last = retryState.last();
        if (last != null) {
            members.put("lastDeliveryOutcome", JsonText.quoted(last.outcome().wireName()));
            if (last.status() != null) {
                members.put("lastHttpStatusCode", JsonText.number(last.status()));
            }
        }
        members.put("publishTime", time(delivery.firstPublished()));
        if (last != null && last.at() != null) {
            members.put("lastDeliveryAttemptTime", time(last.at()));
        }
        try {
            var envelope = delivery.event().envelope();
            if (envelope != null) {
                members.put("data", JsonObjectView.ofObject(event).json());
                return JsonObjectView.ofObject(envelope.getBytes(UTF_8)).with(members);
            }
            return JsonObjectView.ofObject(event).with(cloudEvent ? lowerCased(members) : members);
        } catch (IOException e) {
            throw new IllegalArgumentException("event " + delivery.event().id() + " is no JSON object", e);
        }
    }

    /**
     * Returns the value of {@link #OWNER}.
     *
     * @param uid of the subscription
     */
    public static String owner(SubscriptionKey subscription, String uid) {
        return subscription + "/" + uid;
    }

    /**
     * Returns the event that a dead letter was made from, byte for byte as it was delivered. If the event had members
     * of the added names, it lacks them or has the replaced values.
     */
    public static byte[] event(EventSchema schema, byte[] record) throws IOException {
        var object = JsonObjectView.ofObject(record);
        if (schema == EventSchema.CUSTOM) {
            var data = object.get("data");
            if (data == null) {
                throw new IOException("the dead letter of an event of its own shape has no data");
            }
            return Arrays.copyOfRange(record, data.start(), data.end());
        }
        return withoutLast(object, schema == EventSchema.CLOUD_EVENTS ? ADDED_TO_CLOUD_EVENTS : ADDED, record);
    }

    /** Returns the envelope of the event in the custom schema that a dead letter was made from. */
    public static byte[] envelope(byte[] record) throws IOException {
        for (var member : JsonObjectView.ofObject(record).all()) {
            if (ADDED.contains(member.name())) {
                return cutBefore(member.nameStart() - 1, record);
            }
        }
        throw new IOException("the record does not look like a dead letter");
    }

    /** Cuts before the comma of the first added member. */
    private static byte[] withoutLast(JsonObjectView object, Set<String> names, byte[] record) throws IOException {
        int cut = -1;
        for (var member : object.all()) {
            if (!names.contains(member.name())) {
                cut = -1;
            } else if (cut < 0) {
                cut = member.nameStart() - 1;
            }
        }
        return cutBefore(cut, record);
    }

    /** @param comma its position; what is before it becomes an object */
    private static byte[] cutBefore(int comma, byte[] record) throws IOException {
        if (comma < 1 || record[comma] != ',') {
            throw new IOException("the record does not end as a dead letter does");
        }
        var event = Arrays.copyOf(record, comma + 1);
        event[comma] = '}';
        return event;
    }

    /** CloudEvents extensions have lower-case names. */
    private static Map<String, byte[]> lowerCased(Map<String, byte[]> members) {
        var lower = new LinkedHashMap<String, byte[]>();
        members.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return lower;
    }

    private static byte[] time(Instant time) {
        return ('"' + SEVEN_DIGITS.format(time) + '"').getBytes(UTF_8);
    }
}
