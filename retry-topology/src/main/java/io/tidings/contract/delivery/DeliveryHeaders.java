package io.tidings.contract.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RejectionReason;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Writes a {@link Delivery} into the headers of its record and reads it back. Pure. */
public final class DeliveryHeaders {
    private static final int MOST = 18;

    private DeliveryHeaders() {}

    /** What the headers of a record turned out to say. */
    public sealed interface Read {
        record Legible(Delivery delivery) implements Read {}

        /**
         * Not written by a Tidings that this one understands.
         *
         * @param sentence names the header and the rule
         */
        record Illegible(RejectionReason reason, String sentence) implements Read {}
    }

    /**
     * The headers of a record.
     *
     * @param parked when it was written, by the writer's clock; for people
     */
    public static Header[] write(Delivery delivery, Instant parked) {
        var place = delivery.place();
        var last = place.last();
        var due = place.due();
        var event = delivery.event();
        var headers = new ArrayList<Header>(MOST);
        headers.add(header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
        headers.add(header(HeaderNames.TOPIC, delivery.subscription().topic()));
        headers.add(header(HeaderNames.SUBSCRIPTION, delivery.subscription().name()));
        headers.add(header(HeaderNames.SUBSCRIPTION_UID, delivery.uid()));
        headers.add(header(HeaderNames.SCHEMA, event.schema().deliveryName()));
        headers.add(header(HeaderNames.EVENT_ID, event.id()));
        headers.add(header(HeaderNames.PUBLISHED, event.published().toString()));
        headers.add(header(HeaderNames.SOURCE, event.source().toString()));
        headers.add(header(HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(delivery.subscriptionsRead())));
        headers.add(header(HeaderNames.ATTEMPTS, Integer.toString(place.attempts())));
        headers.add(header(HeaderNames.DEFERRALS, Integer.toString(place.deferrals())));
        headers.add(header(HeaderNames.PARKED, parked.toString()));
        if (due != null) {
            headers.add(header(HeaderNames.DUE, due.toString()));
        }
        if (last != null) {
            headers.add(header(HeaderNames.LAST_OUTCOME, last.outcome().word()));
            if (last.at() != null) {
                headers.add(header(HeaderNames.LAST_ATTEMPT, last.at().toString()));
            }
            if (last.status() != null) {
                headers.add(header(HeaderNames.LAST_STATUS, last.status().toString()));
            }
        }
        if (event.dataVersion() != null) {
            headers.add(header(HeaderNames.DATA_VERSION, event.dataVersion()));
        }
        if (event.traceparent() != null) {
            headers.add(header(HeaderNames.TRACEPARENT, event.traceparent()));
        }
        return headers.toArray(Header[]::new);
    }

    public static Read read(Headers headers) {
        var format = text(headers, HeaderNames.FORMAT);
        if (!HeaderNames.FORMAT_1.equals(format)) {
            return new Read.Illegible(
                    RejectionReason.UNKNOWN_FORMAT,
                    "header " + HeaderNames.FORMAT + " is " + (format == null ? "missing" : "\"" + format + "\"")
                            + ", this release reads \"" + HeaderNames.FORMAT_1 + "\"");
        }
        try {
            return new Read.Legible(delivery(headers));
        } catch (BadHeader e) {
            return new Read.Illegible(RejectionReason.INVALID_DELIVERY, e.sentence);
        }
    }

    private static Delivery delivery(Headers headers) throws BadHeader {
        return new Delivery(
                subscription(headers),
                required(headers, HeaderNames.SUBSCRIPTION_UID),
                event(headers),
                number(headers, HeaderNames.SUBSCRIPTIONS_OFFSET),
                place(headers));
    }

    private static DeliveredEvent event(Headers headers) throws BadHeader {
        return new DeliveredEvent(
                schema(headers),
                required(headers, HeaderNames.EVENT_ID),
                text(headers, HeaderNames.DATA_VERSION),
                instant(HeaderNames.PUBLISHED, required(headers, HeaderNames.PUBLISHED)),
                source(headers),
                text(headers, HeaderNames.TRACEPARENT));
    }

    private static SubscriptionKey subscription(Headers headers) throws BadHeader {
        try {
            return new SubscriptionKey(
                    required(headers, HeaderNames.TOPIC), required(headers, HeaderNames.SUBSCRIPTION));
        } catch (IllegalArgumentException e) {
            throw new BadHeader(HeaderNames.SUBSCRIPTION + " and " + HeaderNames.TOPIC + " name no subscription");
        }
    }

    private static EventSchema schema(Headers headers) throws BadHeader {
        var name = required(headers, HeaderNames.SCHEMA);
        return EventSchema.ofDelivery(name)
                .orElseThrow(() -> new BadHeader(HeaderNames.SCHEMA + " \"" + name + "\" is no delivery schema"));
    }

    private static EventSource source(Headers headers) throws BadHeader {
        var text = required(headers, HeaderNames.SOURCE);
        return EventSource.parse(text)
                .orElseThrow(
                        () -> new BadHeader(HeaderNames.SOURCE + " \"" + text + "\" is no topic-partition@offset"));
    }

    private static LadderPlace place(Headers headers) throws BadHeader {
        var due = text(headers, HeaderNames.DUE);
        int attempts = (int) number(headers, HeaderNames.ATTEMPTS);
        return new LadderPlace(
                attempts,
                (int) number(headers, HeaderNames.DEFERRALS),
                due == null ? null : instant(HeaderNames.DUE, due),
                last(headers, attempts));
    }

    private static @Nullable LastAttempt last(Headers headers, int attempts) throws BadHeader {
        var word = text(headers, HeaderNames.LAST_OUTCOME);
        if (word == null) {
            return null;
        }
        var attempted =
                attempts == 0 ? text(headers, HeaderNames.LAST_ATTEMPT) : required(headers, HeaderNames.LAST_ATTEMPT);
        var outcome = LastOutcome.of(word)
                .orElseThrow(() -> new BadHeader(HeaderNames.LAST_OUTCOME + " \"" + word + "\" is unknown"));
        return new LastAttempt(
                outcome,
                headers.lastHeader(HeaderNames.LAST_STATUS) != null
                        ? (int) number(headers, HeaderNames.LAST_STATUS)
                        : null,
                attempted == null ? null : instant(HeaderNames.LAST_ATTEMPT, attempted));
    }

    private static @Nullable String text(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
    }

    private static String required(Headers headers, String name) throws BadHeader {
        var value = text(headers, name);
        if (value == null) {
            throw new BadHeader("header " + name + " is missing");
        }
        return value;
    }

    private static long number(Headers headers, String name) throws BadHeader {
        var text = required(headers, name);
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && (number <= Integer.MAX_VALUE || name.equals(HeaderNames.SUBSCRIPTIONS_OFFSET))) {
                return number;
            }
        } catch (NumberFormatException e) {
            // falls through to the one sentence for all that is no number
        }
        throw new BadHeader("header " + name + " \"" + text + "\" is no whole number from 0");
    }

    private static Instant instant(String name, String text) throws BadHeader {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new BadHeader("header " + name + " \"" + text + "\" is no time such as 2026-11-21T09:30:00Z");
        }
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }

    /** Leaves the reader at the first header that does not fit; caught in {@link #read}. */
    private static final class BadHeader extends Exception {
        private static final long serialVersionUID = 1;

        private final String sentence;

        BadHeader(String sentence) {
            super(sentence, null, false, false);
            this.sentence = sentence;
        }
    }
}
