package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.subscription.DeadLetterDestination;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a dead letter: those of its delivery, the destination and the reason. Each is read on demand,
 * because a redrive needs few of them.
 */
public record DeadLetterHeaders(Headers headers) {
    /**
     * @param parked the writer's time, for people
     * @param destination null if it goes to no container
     * @param topic the name of the Kafka topic that gets it (B-DLQ-8); null for none
     */
    public static List<Header> write(
            Delivery delivery,
            Instant parked,
            @Nullable DeadLetterDestination destination,
            @Nullable String topic,
            DeadLetterReason reason) {
        var headers = new ArrayList<>(List.of(DeliveryHeaders.write(delivery, parked)));
        if (destination != null) {
            headers.add(header(HeaderNames.DEAD_LETTER_ACCOUNT, destination.account()));
            headers.add(header(HeaderNames.DEAD_LETTER_CONTAINER, destination.container()));
        }
        if (topic != null) {
            headers.add(header(HeaderNames.DEAD_LETTER_TOPIC, topic));
        }
        headers.add(header(HeaderNames.DEAD_LETTER_REASON, reason.wireName()));
        return headers;
    }

    /** Returns an empty text, which is no account, if the header is missing. */
    public String account() {
        return HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_ACCOUNT);
    }

    /** Returns an empty text, which is no container, if the header is missing. */
    public String container() {
        return HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_CONTAINER);
    }

    /** The name, in the settings, of the Kafka topic that gets it; null for none. */
    public @Nullable String topic() {
        return HeaderText.of(headers, HeaderNames.DEAD_LETTER_TOPIC);
    }

    /** Returns whether it goes to a Kafka topic and to no container. */
    public boolean onlyToTopic() {
        return topic() != null && headers.lastHeader(HeaderNames.DEAD_LETTER_ACCOUNT) == null;
    }

    /** A word of B-DLQ-2; null in a record that is no dead letter. */
    public @Nullable String reason() {
        return HeaderText.of(headers, HeaderNames.DEAD_LETTER_REASON);
    }

    public String eventId() {
        return HeaderText.orEmpty(headers, HeaderNames.EVENT_ID);
    }

    /** The step that gave the event up; null if it was not traced. */
    public @Nullable TraceContext trace() {
        return TraceContext.of(
                HeaderText.of(headers, HeaderNames.TRACEPARENT), HeaderText.of(headers, HeaderNames.TRACESTATE));
    }

    /** The time when a re-appended letter was first appended; empty for other letters and for an invalid time. */
    public Optional<Instant> since() {
        try {
            return Optional.ofNullable(HeaderText.of(headers, HeaderNames.DEAD_LETTER_SINCE))
                    .map(HeaderTime::parse);
        } catch (DateTimeException e) {
            return Optional.empty(); // another tool wrote it; the exporter rejects it, but the event is valid
        }
    }

    /** @throws IllegalArgumentException if a header is invalid, with the header's name */
    public Optional<ReappendState> reappendState() {
        return ReappendState.read(headers);
    }
}
