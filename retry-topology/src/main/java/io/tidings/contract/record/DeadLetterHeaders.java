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
 * The headers of a dead letter: those of its delivery, the destination and the reason.
 *
 * <p>Each is read when it is asked for: a redrive needs fewer of them than the exporter.
 */
public record DeadLetterHeaders(Headers headers) {
    /** @param parked when it is written, by the writer's clock; for people */
    public static List<Header> write(
            Delivery delivery, Instant parked, DeadLetterDestination destination, DeadLetterReason reason) {
        var headers = new ArrayList<>(List.of(DeliveryHeaders.write(delivery, parked)));
        headers.add(header(HeaderNames.DEAD_LETTER_ACCOUNT, destination.account()));
        headers.add(header(HeaderNames.DEAD_LETTER_CONTAINER, destination.container()));
        headers.add(header(HeaderNames.DEAD_LETTER_REASON, reason.wireName()));
        return headers;
    }

    /** The name of the storage account; a missing one is empty, which is no name. */
    public String account() {
        return HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_ACCOUNT);
    }

    /** The name of the container; a missing one is empty, which is no name. */
    public String container() {
        return HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_CONTAINER);
    }

    /** A word of B-DLQ-2; null in a record that is no dead letter. */
    public @Nullable String reason() {
        return HeaderText.of(headers, HeaderNames.DEAD_LETTER_REASON);
    }

    public String eventId() {
        return HeaderText.orEmpty(headers, HeaderNames.EVENT_ID);
    }

    /** The step that gave the event up; null where no step was traced. */
    public @Nullable TraceContext trace() {
        return TraceContext.of(
                HeaderText.of(headers, HeaderNames.TRACEPARENT), HeaderText.of(headers, HeaderNames.TRACESTATE));
    }

    /** When a letter that was appended again was appended first; empty for others, and when the time is illegible. */
    public Optional<Instant> since() {
        try {
            return Optional.ofNullable(HeaderText.of(headers, HeaderNames.DEAD_LETTER_SINCE))
                    .map(HeaderTime::parse);
        } catch (DateTimeException e) {
            return Optional.empty(); // written by other tools; the exporter rejects it, its event is good
        }
    }

    /**
     * The state of a letter that was appended again; empty for others.
     *
     * @throws IllegalArgumentException when the headers make no sense; the message names the header
     */
    public Optional<ReappendState> reappendState() {
        return ReappendState.read(headers);
    }
}
