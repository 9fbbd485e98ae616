package io.tidings.export.window;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.ReappendState;
import io.tidings.contract.timeline.LoggedDelivery;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

public final class DeadLetter {
    private static final Pattern PATH_SEGMENT = Pattern.compile("[a-zA-Z0-9-]{1,64}");

    /** The memory of a header's objects. */
    private static final int HEADER_WEIGHT = 96;

    private final long offset;
    private final Instant appended;
    private final BatchKey batchKey;
    private final @Nullable ReappendState reappendState;
    private final DeadLetterHeaders headers;
    private final byte[] json;

    DeadLetter(
            long offset,
            Instant appended,
            BatchKey batchKey,
            @Nullable ReappendState reappendState,
            Headers headers,
            byte[] json) {
        this.offset = offset;
        this.appended = appended;
        this.batchKey = batchKey;
        this.reappendState = reappendState;
        this.headers = new DeadLetterHeaders(headers);
        this.json = json;
    }

    public sealed interface Read {
        record Valid(DeadLetter letter) implements Read {}

        /** It goes to a Kafka topic only (B-DLQ-8). */
        record Elsewhere() implements Read {}

        /** @param sentence names the header or value, and the rule */
        record Malformed(RejectionReason reason, String sentence) implements Read {}
    }

    /** @param appended by the broker's clock */
    public static Read read(long offset, Instant appended, Headers headers, byte @Nullable [] value) {
        return switch (DeliveryHeaders.read(headers)) {
            case DeliveryHeaders.Read.Valid(var delivery) -> read(offset, appended, delivery, headers, value);
            case DeliveryHeaders.Read.Malformed(var reason, var sentence) -> new Read.Malformed(reason, sentence);
        };
    }

    public long offset() {
        return offset;
    }

    Instant appended() {
        return appended;
    }

    /** The time when the letter was first appended. */
    public Instant since() {
        return reappendState == null ? appended : reappendState.since();
    }

    public BatchKey batchKey() {
        return batchKey;
    }

    public SubscriptionKey subscription() {
        return batchKey.subscription();
    }

    public BlobContainer destination() {
        return batchKey.destination();
    }

    Optional<ReappendState> reappendState() {
        return Optional.ofNullable(reappendState);
    }

    public Headers headers() {
        return headers.headers();
    }

    /** The record of B-DLQ-3, as in the blob. */
    public byte[] json() {
        return json;
    }

    public String eventId() {
        return headers.eventId();
    }

    /** The delivery that was given up. */
    public LoggedDelivery delivery() {
        return switch (DeliveryHeaders.read(headers())) {
            case DeliveryHeaders.Read.Valid(var delivery) -> LoggedDelivery.of(delivery);
            case DeliveryHeaders.Read.Malformed(var _, var sentence) ->
                throw new IllegalStateException("the headers were legal when they were read, but " + sentence);
        };
    }

    /** The step that gave the event up; null if it was not traced. */
    public @Nullable TraceContext trace() {
        return headers.trace();
    }

    /** The memory it takes, about. */
    int weight() {
        int weight = json.length;
        for (var header : headers()) {
            weight += HEADER_WEIGHT + header.key().length() + (header.value() == null ? 0 : header.value().length);
        }
        return weight;
    }

    private static Read read(
            long offset, Instant appended, Delivery delivery, Headers headers, byte @Nullable [] value) {
        var subscription = delivery.subscription();
        if (!PATH_SEGMENT.matcher(subscription.name()).matches()) {
            return invalid("header " + HeaderNames.SUBSCRIPTION + " \"" + subscription.name()
                    + "\" has other characters than letters, digits and -");
        }
        if (value == null) {
            return new Read.Malformed(RejectionReason.INVALID_JSON, "the record has no value");
        }
        var own = new DeadLetterHeaders(headers);
        if (own.onlyToTopic()) {
            return new Read.Elsewhere();
        }
        try {
            JsonObjectView.ofObject(value); // invalid JSON would spoil the array of the whole blob
            var destination = new BlobContainer(own.account(), own.container());
            var batchKey = new BatchKey(subscription, delivery.uid(), destination);
            var reappendState = own.reappendState().orElse(null);
            return new Read.Valid(new DeadLetter(offset, appended, batchKey, reappendState, headers, value));
        } catch (IOException e) {
            return new Read.Malformed(RejectionReason.INVALID_JSON, "the value is no JSON object");
        } catch (IllegalArgumentException e) {
            return invalid("the headers name no destination: " + e.getMessage());
        }
    }

    private static Read invalid(String sentence) {
        return new Read.Malformed(RejectionReason.INVALID_DELIVERY, sentence);
    }
}
