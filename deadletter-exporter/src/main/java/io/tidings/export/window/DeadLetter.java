package io.tidings.export.window;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.event.JsonMembers;
import io.tidings.contract.event.RejectionReason;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** One record of the dead-letters topic. */
public final class DeadLetter {
    private static final Pattern PATH_SEGMENT = Pattern.compile("[a-zA-Z0-9-]{1,64}");

    private final long offset;
    private final SubscriptionKey subscription;
    private final String uid;
    private final Destination destination;
    private final byte[] json;

    DeadLetter(long offset, SubscriptionKey subscription, String uid, Destination destination, byte[] json) {
        this.offset = offset;
        this.subscription = subscription;
        this.uid = uid;
        this.destination = destination;
        this.json = json;
    }

    /** What a record turned out to be. */
    public sealed interface Read {
        record Legible(DeadLetter letter) implements Read {}

        /** @param sentence names the header or value, and the rule */
        record Illegible(RejectionReason reason, String sentence) implements Read {}
    }

    public static Read read(long offset, Headers headers, byte @Nullable [] value) {
        return switch (DeliveryHeaders.read(headers)) {
            case DeliveryHeaders.Read.Legible(var delivery) -> read(offset, delivery, headers, value);
            case DeliveryHeaders.Read.Illegible(var reason, var sentence) -> new Read.Illegible(reason, sentence);
        };
    }

    public long offset() {
        return offset;
    }

    public SubscriptionKey subscription() {
        return subscription;
    }

    /** Of the subscription; one re-created under the same name has another. */
    public String uid() {
        return uid;
    }

    public Destination destination() {
        return destination;
    }

    /** The record of B-DLQ-3, as it will stand in the blob. */
    public byte[] json() {
        return json;
    }

    private static Read read(long offset, Delivery delivery, Headers headers, byte @Nullable [] value) {
        var subscription = delivery.subscription();
        if (!PATH_SEGMENT.matcher(subscription.name()).matches()) {
            return invalid("header " + HeaderNames.SUBSCRIPTION + " \"" + subscription.name()
                    + "\" has other characters than letters, digits and -");
        }
        if (value == null) {
            return new Read.Illegible(RejectionReason.INVALID_JSON, "the record has no value");
        }
        try {
            JsonMembers.ofObject(value); // one that is no JSON would spoil the array for all in its blob
            var destination = new Destination(
                    text(headers, HeaderNames.DEAD_LETTER_ACCOUNT).orElse(""),
                    text(headers, HeaderNames.DEAD_LETTER_CONTAINER).orElse(""));
            return new Read.Legible(new DeadLetter(offset, subscription, delivery.uid(), destination, value));
        } catch (IOException e) {
            return new Read.Illegible(RejectionReason.INVALID_JSON, "the value is no JSON object");
        } catch (IllegalArgumentException e) {
            return invalid("headers " + HeaderNames.DEAD_LETTER_ACCOUNT + " and " + HeaderNames.DEAD_LETTER_CONTAINER
                    + " name no place to write to: " + e.getMessage());
        }
    }

    private static Read invalid(String sentence) {
        return new Read.Illegible(RejectionReason.INVALID_DELIVERY, sentence);
    }

    private static Optional<String> text(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(new String(header.value(), UTF_8));
    }
}
