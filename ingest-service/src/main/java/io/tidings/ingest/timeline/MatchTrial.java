package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.RecordOrigin;
import io.tidings.contract.eventtype.DataCheck;
import io.tidings.contract.eventtype.Steps;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The trial of an event with the filters of the present subscriptions. Pure.
 *
 * @param values whether sentences may quote data of the event
 */
record MatchTrial(
        KafkaEvents events, TopicEntry topic, String eventId, List<SubscriptionEntry> subscriptions, boolean values) {
    MatchTrial {
        subscriptions = List.copyOf(subscriptions);
    }

    /**
     * Adds the subscriptions that do not match, and those that match and have no delivery in the timeline.
     *
     * @param recorded the names of the subscriptions with a delivery
     */
    void write(ObjectNode json, RetainedRecord record, Set<String> recorded, Instant now) {
        if (!(events.read(
                        topic.topic().input(),
                        new RecordOrigin(record.position(), record.appended()),
                        record.headers(),
                        record.value())
                instanceof ParseResult.Valid valid)) {
            return; // rejected, or the topic has taken another schema since
        }
        if (!valid.only().id().equals(eventId)) {
            return; // another event lies there now
        }
        putIfAny(json, "schemaMismatch", mismatch(valid.only()));
        var notMatched = json.putArray("notMatched");
        var withoutRecord = json.putArray("matchedWithoutRecord");
        for (var entry : subscriptions) {
            var name = entry.subscription().key().name();
            if (!recorded.contains(name)) {
                obstacle(entry, valid.only(), now)
                        .ifPresentOrElse(
                                why -> notMatched
                                        .addObject()
                                        .put("subscription", name)
                                        .put("why", why),
                                () -> withoutRecord.add(name));
            }
        }
    }

    /** By what the topic declares now: nobody has written down what was counted. Null if it counts none. */
    private @Nullable String mismatch(Event event) {
        var rules = topic.rules();
        return rules.check() == DataCheck.WARN
                        && rules.applied(event, Steps.of(event.json().length)) instanceof ParseResult.Valid warned
                ? warned.only().mismatch()
                : null;
    }

    private Optional<String> obstacle(SubscriptionEntry entry, Event event, Instant now) {
        return entry.matches()
                ? CompiledSubscription.of(entry).explain(event, now, values)
                : Optional.of("its endpoint has not agreed to get events yet: " + entry.state());
    }
}
