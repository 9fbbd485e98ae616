package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putUnless;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder.Result;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.topic.TopicResource;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a list of events: those that a query selects, without their data. Pure.
 *
 * @param subscription the one of the query; null if it names none
 */
record EventRows(
        TopicRecords ofTopics,
        TopicResource topic,
        EventsQuery query,
        @Nullable CompiledSubscription subscription,
        Instant now) {
    Optional<ObjectNode> row(RetainedRecord record) {
        if (!query.hasTime(record.appended()) || !ofTopics.isOf(topic, record)) {
            return Optional.empty();
        }
        return switch (ofTopics.decoded(topic, record)) {
            case Result.Decoded(var _, var event) ->
                selects(record, event) ? Optional.of(row(record, event)) : Optional.empty();
            case Result.Rejected(var reason, var _) ->
                query.ofEvent() ? Optional.empty() : Optional.of(json(record).put("invalid", reason.wireName()));
        };
    }

    private static ObjectNode json(RetainedRecord record) {
        var value = record.value();
        return JsonNodeFactory.instance
                .objectNode()
                .put("source", record.position().toString())
                .put("published", record.appended().toString())
                .put("bytes", value == null ? 0 : value.length);
    }

    private static ObjectNode row(RetainedRecord record, Event event) {
        var json = json(record).put("eventId", EntryView.shown(event.id())).put("type", EntryView.shown(event.type()));
        putUnless(json, "subject", EntryView.shown(event.subject()), "");
        return json;
    }

    private boolean selects(RetainedRecord record, Event event) {
        return (query.eventId() == null || query.eventId().equals(event.id()))
                && contains(event.type(), query.type())
                && contains(event.subject(), query.subject())
                && isFor(record, event)
                && (query.text() == null || contains(searched(event), query.text()));
    }

    private static boolean contains(String text, @Nullable String part) {
        return part == null || text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    private boolean isFor(RetainedRecord record, Event event) {
        if (subscription == null) {
            return true;
        }
        var only = HeaderText.of(record.headers(), HeaderNames.ONLY);
        return subscription.key().gets(topicOf(record), only)
                && subscription.wants(event, now).isPresent();
    }

    /** A topic of the domain, if the rows are of a domain. */
    private String topicOf(RetainedRecord record) {
        var named = TopicRecords.named(record);
        return named == null ? topic.name() : named;
    }

    /** Returns the event without the values that nobody is shown. */
    private String searched(Event event) {
        return PayloadView.masked(topic, event)
                .map(JsonNode::toString)
                .orElseGet(() -> topic.mask().isEmpty() ? new String(event.json(), UTF_8) : "");
    }
}
