package io.tidings.timeline.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.ExportLine;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reduces the records of the logs to what the timeline keeps of them. Thread-safe. */
public final class EntryReader {
    private final Topics topics;
    private final RejectedEvents rejected;

    /** @param defaultTopic of records that name none; null if they are rejected */
    public EntryReader(Topics topics, @Nullable String defaultTopic) {
        this.topics = topics;
        this.rejected = new RejectedEvents(topics, defaultTopic);
    }

    /** The Kafka topics that the timeline is made of. */
    public static List<String> logs(Topics topics) {
        return List.of(topics.attempts(), topics.deadLetters(), topics.exports(), topics.rejected(), topics.stats());
    }

    /** Returns whether the record counts what happened in a minute, and is about no event. */
    public boolean isStats(LogRecord record) {
        return record.position().kafkaTopic().equals(topics.stats());
    }

    /** @throws IOException if the record is not as its writers write it */
    public TimelineEntry read(LogRecord record) throws IOException {
        var log = record.position().kafkaTopic();
        if (log.equals(topics.rejected())) {
            return rejected.read(record);
        }
        return log.equals(topics.deadLetters()) ? deadLetter(record) : line(record, log.equals(topics.exports()));
    }

    private static TimelineEntry line(LogRecord record, boolean export) throws IOException {
        var key = record.key() == null ? "" : new String(record.key(), UTF_8);
        var subscription = SubscriptionKey.parse(key).orElseThrow(() -> new IOException("no subscription: " + key));
        if (record.value() == null) {
            throw new IOException("a line without a value");
        }
        return export
                ? new Export(subscription, ExportLine.read(record.value()))
                : new Attempt(subscription, AttemptLine.read(record.value()));
    }

    private static TimelineEntry deadLetter(LogRecord record) throws IOException {
        return switch (DeliveryHeaders.read(record.headers())) {
            case DeliveryHeaders.Read.Malformed(var _, var sentence) -> throw new IOException(sentence);
            case DeliveryHeaders.Read.Valid(var delivery) -> deadLetter(delivery, record.position(), record);
        };
    }

    private static DeadLetter deadLetter(Delivery delivery, EventSource position, LogRecord record) {
        var headers = new DeadLetterHeaders(record.headers());
        var last = delivery.retryState().last();
        return new DeadLetter(
                delivery.subscription(),
                LoggedDelivery.of(delivery),
                position,
                headers.since().orElse(record.appended()),
                new DeadLetter.Ending(
                        Optional.ofNullable(HeaderText.of(record.headers(), HeaderNames.DEAD_LETTER_REASON))
                                .orElse("Unknown"),
                        delivery.retryState().attempts(),
                        last == null ? null : last.outcome().wireName(),
                        last == null ? null : last.status()));
    }
}
