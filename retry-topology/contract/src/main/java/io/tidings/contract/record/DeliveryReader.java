package io.tidings.contract.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.Hops;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.WireName;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.DeliveryOrder.Place;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.record.DeliveryHeaders.Read;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Reads deliveries from the headers of their records, in one pass. Caches texts and keys, because most records share
 * them with others. Not thread-safe.
 */
public final class DeliveryReader {
    /**
     * Far above the usual number of subscriptions: two that meet in one slot displace each other, and a key that is
     * made anew makes each look-up by it dearer.
     */
    private static final int REMEMBERED = 1 << 15;

    /** Nothing has to end before a delivery with the sequence 0. */
    private static final byte[] FIRST = "-1".getBytes(UTF_8);

    private final ByteKeyCache<String> texts;
    private final ByteKeyCache<SubscriptionKey> subscriptions;

    public DeliveryReader() {
        this(REMEMBERED);
    }

    DeliveryReader(int remembered) {
        texts = new ByteKeyCache<>(remembered);
        subscriptions = new ByteKeyCache<>(remembered);
    }

    public Read read(Headers headers) {
        var values = HeaderValues.of(headers);
        var format = text(values.format);
        if (!HeaderNames.FORMAT_1.equals(format)) {
            return new Read.Malformed(
                    RejectionReason.UNKNOWN_FORMAT,
                    "header " + HeaderNames.FORMAT + " is " + (format == null ? "missing" : "\"" + format + "\"")
                            + ", this release reads \"" + HeaderNames.FORMAT_1 + "\"");
        }
        try {
            return new Read.Valid(delivery(values));
        } catch (BadHeader e) {
            return new Read.Malformed(RejectionReason.INVALID_DELIVERY, e.sentence);
        }
    }

    private Delivery delivery(HeaderValues values) throws BadHeader {
        return new Delivery(
                subscription(values),
                shared(HeaderNames.SUBSCRIPTION_UID, values.uid),
                event(values),
                number(HeaderNames.SUBSCRIPTIONS_OFFSET, values.subscriptionsOffset, Long.MAX_VALUE),
                retryState(values),
                redriven(values),
                order(values),
                values.taken != null);
    }

    private DeliveredEvent event(HeaderValues values) throws BadHeader {
        var schema = schema(shared(HeaderNames.SCHEMA, values.schema));
        return new DeliveredEvent(
                schema,
                required(HeaderNames.EVENT_ID, values.eventId),
                text(values.dataVersion),
                instant(HeaderNames.PUBLISHED, required(HeaderNames.PUBLISHED, values.published)),
                source(required(HeaderNames.SOURCE, values.source)),
                TraceContext.of(text(values.traceparent), text(values.tracestate)),
                schema == EventSchema.CUSTOM ? required(HeaderNames.ENVELOPE, values.envelope) : null,
                values.recordValues(),
                Hops.of(text(values.hops)));
    }

    private SubscriptionKey subscription(HeaderValues values) throws BadHeader {
        var topic = shared(HeaderNames.TOPIC, values.topic);
        var name = required(values.subscription, HeaderNames.SUBSCRIPTION);
        var known = subscriptions.get(name);
        if (known != null && known.topic().equals(topic)) {
            return known;
        }
        try {
            return subscriptions.put(name, new SubscriptionKey(topic, new String(name, UTF_8)));
        } catch (IllegalArgumentException e) {
            throw new BadHeader(HeaderNames.SUBSCRIPTION + " and " + HeaderNames.TOPIC + " name no subscription");
        }
    }

    private static EventSchema schema(String name) throws BadHeader {
        return EventSchema.ofDelivery(name)
                .orElseThrow(() -> new BadHeader(HeaderNames.SCHEMA + " \"" + name + "\" is no delivery schema"));
    }

    private static EventSource source(String text) throws BadHeader {
        return EventSource.parse(text)
                .orElseThrow(
                        () -> new BadHeader(HeaderNames.SOURCE + " \"" + text + "\" is no topic-partition@offset"));
    }

    private static @Nullable Redriven redriven(HeaderValues values) throws BadHeader {
        var text = text(values.redriven);
        if (text == null) {
            return null;
        }
        var mark = Redriven.parse(text)
                .orElseThrow(() -> new BadHeader(
                        HeaderNames.REDRIVEN + " \"" + text + "\" is not such as 1@2026-11-21T09:30:00Z"));
        var first = text(values.firstPublished);
        return new Redriven(
                mark.times(),
                mark.last(),
                text(values.job),
                first == null ? null : instant(HeaderNames.FIRST_PUBLISHED, first));
    }

    private static @Nullable DeliveryOrder order(HeaderValues values) throws BadHeader {
        var key = text(values.orderKey);
        if (key == null) {
            return null;
        }
        if (values.orderSequence == null) {
            return new DeliveryOrder(key, null);
        }
        long sequence = number(HeaderNames.ORDER_SEQUENCE, values.orderSequence, Long.MAX_VALUE);
        var behind = required(values.orderBehind, HeaderNames.ORDER_BEHIND);
        if (Arrays.equals(behind, FIRST)) {
            return new DeliveryOrder(key, new Place(sequence, -1));
        }
        long before = number(HeaderNames.ORDER_BEHIND, behind, Long.MAX_VALUE);
        if (before >= sequence) {
            throw new BadHeader(HeaderNames.ORDER_BEHIND + " is not below " + HeaderNames.ORDER_SEQUENCE);
        }
        return new DeliveryOrder(key, new Place(sequence, before));
    }

    private static RetryState retryState(HeaderValues values) throws BadHeader {
        int attempts = number(HeaderNames.ATTEMPTS, values.attempts);
        int deferrals = number(HeaderNames.DEFERRALS, values.deferrals);
        var due = text(values.due);
        var last = last(values, attempts);
        if (attempts == 0 && deferrals == 0 && due == null && last == null && values.forwarded == null) {
            return RetryState.START;
        }
        var notBefore = text(values.notBefore);
        return new RetryState(
                attempts,
                deferrals,
                due == null ? null : instant(HeaderNames.DUE, due),
                last,
                notBefore == null ? null : instant(HeaderNames.NOT_BEFORE, notBefore),
                values.forwarded != null);
    }

    private static @Nullable LastAttempt last(HeaderValues values, int attempts) throws BadHeader {
        var word = text(values.lastOutcome);
        if (word == null) {
            return null;
        }
        var attempted =
                attempts == 0 ? text(values.lastAttempt) : required(HeaderNames.LAST_ATTEMPT, values.lastAttempt);
        var outcome = WireName.of(LastOutcome.class, word)
                .orElseThrow(() -> new BadHeader(HeaderNames.LAST_OUTCOME + " \"" + word + "\" is unknown"));
        return new LastAttempt(
                outcome,
                values.lastStatus == null ? null : number(HeaderNames.LAST_STATUS, values.lastStatus),
                attempted == null ? null : instant(HeaderNames.LAST_ATTEMPT, attempted));
    }

    private static @Nullable String text(byte @Nullable [] value) {
        return value == null ? null : new String(value, UTF_8);
    }

    private static byte[] required(byte @Nullable [] value, String name) throws BadHeader {
        if (value == null) {
            throw new BadHeader("header " + name + " is missing");
        }
        return value;
    }

    private static String required(String name, byte @Nullable [] value) throws BadHeader {
        return new String(required(value, name), UTF_8);
    }

    /** A text that other records are likely to have, too. */
    private String shared(String name, byte @Nullable [] value) throws BadHeader {
        var bytes = required(value, name);
        var known = texts.get(bytes);
        return known != null ? known : texts.put(bytes, new String(bytes, UTF_8));
    }

    private static int number(String name, byte @Nullable [] value) throws BadHeader {
        return (int) number(name, value, RetryState.MOST_COUNTED);
    }

    private static long number(String name, byte @Nullable [] value, long most) throws BadHeader {
        var text = required(name, value);
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below like every other text that is no number
        }
        throw new BadHeader("header " + name + " \"" + text + "\" is no whole number from 0 to " + most);
    }

    private static Instant instant(String name, String text) throws BadHeader {
        try {
            return HeaderTime.parse(text);
        } catch (DateTimeException e) {
            throw new BadHeader("header " + name + " \"" + text + "\" is no " + HeaderTime.RULE);
        }
    }

    /** Ends the reading at the first invalid header; caught in {@link #read}. */
    private static final class BadHeader extends Exception {
        private static final long serialVersionUID = 1;

        private final String sentence;

        BadHeader(String sentence) {
            super(sentence, null, false, false);
            this.sentence = sentence;
        }
    }
}
