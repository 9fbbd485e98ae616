package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The record of an events topic at which a subscription that starts in the past goes from its job to matching (B-START).
 * It has no value, so that a reader of events, also of a former release, finds no event in it.
 */
public final class StartMarker {
    private StartMarker() {}

    /**
     * @param topic of the subscription
     * @param tableRead how far the table must be read to know the subscription
     */
    public static List<Header> headers(String topic, String uid, long tableRead) {
        return List.of(
                header(HeaderNames.FORMAT, HeaderNames.FORMAT_1),
                header(HeaderNames.TOPIC, topic),
                header(HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(tableRead)),
                header(HeaderNames.START_MARKER, uid));
    }

    /** Returns the uid of the subscription; empty if the record is no marker. */
    public static Optional<String> uid(Headers headers, byte @Nullable [] value) {
        return value != null
                ? Optional.empty() // most records are events, and are not searched
                : Optional.ofNullable(HeaderText.of(headers, HeaderNames.START_MARKER));
    }
}
