package io.tidings.ingest.timeline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventDecoder.Result;
import io.tidings.contract.topic.TopicResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The types of the events that are read, each with its newest event, without those that are declared. Test events are no
 * traffic. Confined to one thread.
 */
final class SeenTypes {
    static final int MOST = 100;

    private final TopicRecords ofTopics;
    private final TopicResource topic;
    private final Predicate<String> declared;
    private final Map<String, Example> newest = new TreeMap<>();

    /** @param declared whether the topic declares a type */
    SeenTypes(TopicRecords ofTopics, TopicResource topic, Predicate<String> declared) {
        this.ofTopics = ofTopics;
        this.topic = topic;
        this.declared = declared;
    }

    private record Example(Instant appended, ObjectNode json) {}

    /** Looks at a record, which is no row itself. */
    Optional<ObjectNode> look(RetainedRecord record) {
        if (ofTopics.isOf(topic, record)
                && record.headers().lastHeader(HeaderNames.ONLY) == null
                && ofTopics.decoded(topic, record) instanceof Result.Decoded(var _, var event)
                && !declared.test(event.type())) {
            take(record, event);
        }
        return Optional.empty();
    }

    private void take(RetainedRecord record, Event event) {
        var type = EntryView.shown(event.type()); // shortened, for it may be as long as an event
        var present = newest.get(type);
        if (present == null ? newest.size() < MOST : present.appended().isBefore(record.appended())) {
            var json = JsonNodeFactory.instance
                    .objectNode()
                    .put("type", type)
                    .put("eventId", EntryView.shown(event.id()))
                    .put("source", record.position().toString())
                    .put("published", record.appended().toString());
            newest.put(type, new Example(record.appended(), json));
        }
    }

    List<ObjectNode> byName() {
        return newest.values().stream().map(Example::json).toList();
    }
}
