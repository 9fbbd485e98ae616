package io.tidings.timeline.state;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.json.JsonObjectView;
import io.tidings.contract.timeline.TimelineEntry;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the topic and the id of an event that is not valid, as far as the record has them. */
record RejectedEvents(Topics topics, @Nullable String defaultTopic) {
    private static final String BINARY_ID = "ce_id";
    private static final int LONGEST = 1024;

    /** Leaves the id empty if there is none; the list of the topic shows such an event nevertheless. */
    TimelineEntry read(LogRecord record) throws IOException {
        var text = HeaderText.orEmpty(record.headers(), HeaderNames.SOURCE);
        var source = EventSource.parse(text).orElseThrow(() -> new IOException("no source: " + text));
        var reason = HeaderText.orEmpty(record.headers(), HeaderNames.REASON);
        boolean parsed = !reason.equals(RejectionReason.UNPROCESSABLE.wireName()); // else it might end this process
        return new TimelineEntry.Rejection(
                topic(record, source),
                id(record)
                        .or(() -> parsed ? idIn(record.value()) : Optional.empty())
                        .map(RejectedEvents::cut)
                        .orElse(""),
                source,
                record.appended(),
                reason,
                cut(HeaderText.orEmpty(record.headers(), HeaderNames.ERROR)));
    }

    private String topic(LogRecord record, EventSource source) {
        return Optional.ofNullable(HeaderText.of(record.headers(), HeaderNames.TOPIC))
                .or(() -> topics.dedicatedTo(source.kafkaTopic()))
                .or(() -> Optional.ofNullable(defaultTopic))
                .orElse("");
    }

    private static Optional<String> id(LogRecord record) {
        return Optional.ofNullable(HeaderText.of(record.headers(), HeaderNames.EVENT_ID))
                .or(() -> Optional.ofNullable(HeaderText.of(record.headers(), BINARY_ID)))
                .filter(id -> !id.isEmpty());
    }

    private static Optional<String> idIn(byte @Nullable [] value) {
        if (value == null) {
            return Optional.empty();
        }
        try {
            var id = JsonObjectView.ofObject(value).get("id");
            return Optional.ofNullable(id == null ? null : id.text()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty(); // it may have been rejected for that
        }
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
