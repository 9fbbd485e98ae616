package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.timeline.EventScan.Found;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The latest events of a topic over HTTP, the newest first (B-SEE-3). */
public final class EventsApi {
    private static final Logger log = LoggerFactory.getLogger(EventsApi.class);

    /** The most requests that read the log at once. */
    private static final int MOST_AT_ONCE = 2;

    private static final int SECONDS_TO_WAIT = 2;

    private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);
    private final Timeline timeline;
    private final ResourceTable table;
    private final EventScan scan;
    private final TopicRecords ofTopics;
    private final InstantSource clock;

    public EventsApi(
            Timeline timeline, ResourceTable table, EventScan scan, TopicRecords ofTopics, InstantSource clock) {
        this.timeline = timeline;
        this.table = table;
        this.scan = scan;
        this.ofTopics = ofTopics;
        this.clock = clock;
    }

    public Response list(String topic, ManagedRequest managed) {
        var entry = table.topic(topic);
        if (entry.isEmpty()) {
            return Response.of(ApiError.notFound("there is no topic " + topic));
        }
        var resource = entry.get().topic();
        return switch (TimelineParameters.events(managed.request(), ofTopics.kafkaTopics(resource))) {
            case Validated.Invalid<EventsQuery> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<EventsQuery>(var query) -> list(resource, query, managed);
        };
    }

    private Response list(TopicResource topic, EventsQuery query, ManagedRequest managed) {
        var subscription = subscription(topic, query);
        if (query.subscription() != null && subscription == null) {
            return RequestBodies.invalid(List.of(new Violation(
                    "subscription", "must be one of topic " + topic.name() + ", not " + query.subscription())));
        }
        var refusal = managed.refusal(Role.PAYLOADS, topic.name());
        if (query.text() != null && refusal.isPresent()) {
            return Response.of(refusal.get());
        }
        var response = query.outcome() == null || subscription == null
                ? inTurn(topic, query, rows(topic, query, subscription)::row, TimelineResult.nothing(), managed)
                : attempted(topic, query, subscription, managed);
        if (response.status() == 200 && query.text() != null) {
            managed.showsSecrets("the data is not searched, because it cannot be recorded at the moment who does it");
            managed.changed(Change.topic(topic.name()) + "/events", null, null);
        }
        return response;
    }

    /** Returns the types of the newest events that the topic does not declare, with an example of each. */
    public Response types(String topic, ManagedRequest managed) {
        return table.topic(topic)
                .map(TopicEntry::topic)
                .map(this::types)
                .orElseGet(() -> Response.of(ApiError.notFound("there is no topic " + topic)));
    }

    private Response types(TopicResource topic) {
        var types = table.eventTypes();
        var declaring = DomainTopic.owner(topic.name());
        var seen = new SeenTypes(
                ofTopics,
                topic,
                type -> types.find(new EventTypeKey(declaring, type)).isPresent());
        return inTurn(topic, EventsQuery.ALL, seen::look, found -> {
            var json = JsonNodeFactory.instance.objectNode();
            json.putArray("value").addAll(seen.byName());
            return Response.json(200, looked(json, found));
        });
    }

    private @Nullable SubscriptionEntry subscription(TopicResource topic, EventsQuery query) {
        return query.subscription() == null
                ? null
                : SubscriptionKey.parse(topic.name() + "/" + query.subscription())
                        .flatMap(table::subscription)
                        .orElse(null);
    }

    private EventRows rows(TopicResource topic, EventsQuery query, @Nullable SubscriptionEntry subscription) {
        var compiled = subscription == null ? null : CompiledSubscription.of(subscription);
        return new EventRows(ofTopics, topic, query, compiled, clock.instant());
    }

    /** Selects the events with such an attempt, whatever the present filter says. No attempt is before its event. */
    private Response attempted(
            TopicResource topic, EventsQuery query, SubscriptionEntry subscription, ManagedRequest managed) {
        var selection =
                new Selection(query.outcome(), query.from(), null, query.eventId(), null, TimelineQuery.MOST_ROWS);
        var asked = new Attempts(subscription.subscription().key(), subscription.uid(), selection);
        return TimelineApi.ask(timeline, asked, attempts -> {
            var sources =
                    attempts.rows().stream().map(row -> row.entry().source()).collect(toSet());
            var rows = rows(topic, query, null);
            return inTurn(
                    topic,
                    query,
                    record -> sources.contains(record.position()) ? rows.row(record) : Optional.empty(),
                    bounded(attempts),
                    managed);
        });
    }

    private static TimelineResult bounded(TimelineResult attempts) {
        int count = attempts.rows().size();
        return attempts.cutAt() == null && count < TimelineQuery.MOST_ROWS
                ? attempts
                : attempts.with(
                        attempts.behind(),
                        List.of("only the newest " + count
                                + " attempts with this outcome were looked at, so older events may be missing"));
    }

    /** @param attempts that the rows were selected by */
    private Response inTurn(
            TopicResource topic,
            EventsQuery query,
            Function<RetainedRecord, Optional<ObjectNode>> rows,
            TimelineResult attempts,
            ManagedRequest managed) {
        return inTurn(topic, query, rows, found -> page(ofTopics.kafkaTopics(topic), found, attempts, managed));
    }

    private Response inTurn(
            TopicResource topic,
            EventsQuery query,
            Function<RetainedRecord, Optional<ObjectNode>> rows,
            Function<Found, Response> response) {
        try {
            if (!turns.tryAcquire(SECONDS_TO_WAIT, TimeUnit.SECONDS)) {
                return Response.of(ApiError.unavailable("other requests read the log, so this one has to wait"));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Response.of(ApiError.unavailable("ingest-service stops"));
        }
        try {
            return response.apply(scan.read(ofTopics.kafkaTopics(topic), query, rows));
        } catch (KafkaException e) {
            log.warn("the events of topic {} cannot be read: {}", topic.name(), e.getMessage());
            return Response.of(ApiError.unavailable("the events cannot be read at the moment: Kafka does not respond,"
                    + " or does not let ingest-service read one of "
                    + String.join(", ", ofTopics.kafkaTopics(topic))));
        } finally {
            turns.release();
        }
    }

    private static Response page(
            List<String> kafkaTopics, Found found, TimelineResult attempts, ManagedRequest managed) {
        var json = JsonNodeFactory.instance.objectNode();
        json.putArray("value").addAll(found.rows());
        json.put("latest", LogCursor.text(kafkaTopics, found.ends()));
        looked(json, found);
        if (!found.left().isEmpty()) {
            json.put("nextLink", Listing.linkBehind(LogCursor.text(kafkaTopics, found.left()), managed.request()));
        }
        return Response.json(200, TimelineApi.completeness(json, attempts));
    }

    private static ObjectNode looked(ObjectNode json, Found found) {
        var looked = json.putObject("looked").put("records", found.records());
        putIfAny(looked, "back", found.back());
        return json;
    }
}
