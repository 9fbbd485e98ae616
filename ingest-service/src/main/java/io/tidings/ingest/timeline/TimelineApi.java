package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.json.Validated;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.DeadLetters;
import io.tidings.contract.timeline.TimelineQuery.OfEvent;
import io.tidings.contract.timeline.TimelineQuery.Pending;
import io.tidings.contract.timeline.TimelineQuery.Rejected;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Row;
import io.tidings.contract.topic.KafkaSource;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.timeline.TimelineParameters.Period;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The timeline over HTTP (B-TIME). */
public final class TimelineApi {
    private static final Logger log = LoggerFactory.getLogger(TimelineApi.class);

    /** Addresses of instances are for the log, not for readers. */
    private static final String UNAVAILABLE =
            "the timeline cannot be asked: it is off, starts, or does not respond; the log of ingest-service says"
                    + " which";

    /** The most records of one id that are shown, and of these the most that are read to ask the filters. */
    private static final int MOST_RECORDS = 100;

    private static final int MOST_READ = 10;

    private static final Duration DAY = Duration.ofDays(1);

    private final Timeline timeline;
    private final ResourceTable table;
    private final CountsTable counts;
    private final SourceRecords records;
    private final KafkaEvents events;
    private final RetryLadder ladder;
    private final InstantSource clock;

    /** Asks the timeline. */
    @FunctionalInterface
    public interface Timeline {
        TimelineResult ask(TimelineQuery query) throws TimelineUnavailableException;
    }

    public TimelineApi(
            Timeline timeline,
            ResourceTable table,
            CountsTable counts,
            SourceRecords records,
            KafkaEvents events,
            RetryLadder ladder,
            InstantSource clock) {
        this.timeline = timeline;
        this.table = table;
        this.counts = counts;
        this.records = records;
        this.events = events;
        this.ladder = ladder;
        this.clock = clock;
    }

    public Response event(String topic, ManagedRequest managed) {
        var id = Request.segment(managed.named("id"));
        var at = managed.request().parameter("source").flatMap(EventSource::parse);
        return ask(
                new OfEvent(topic, id),
                result -> at.filter(_ -> result.rows().isEmpty())
                        .flatMap(source -> unrecorded(topic, id, source, showsValues(topic, managed), result))
                        .orElseGet(() -> event(topic, id, showsValues(topic, managed), result)));
    }

    private boolean showsValues(String topic, ManagedRequest managed) {
        return managed.refusal(Role.PAYLOADS, topic).isEmpty()
                && table.topic(topic)
                        .filter(entry -> !entry.topic().mask().isEmpty())
                        .isEmpty();
    }

    public Response attempts(SubscriptionKey key, ManagedRequest managed) {
        return list(
                managed.request(), "outcome", selection -> new Attempts(key, uid(key), selection), () -> unknown(key));
    }

    public Response deadLetters(SubscriptionKey key, ManagedRequest managed) {
        return list(
                managed.request(),
                "reason",
                selection -> new DeadLetters(key, uid(key), selection),
                () -> unknown(key));
    }

    public Response rejected(String topic, ManagedRequest managed) {
        return list(managed.request(), "reason", selection -> new Rejected(topic, selection), () -> unknown(topic));
    }

    public Response pending(SubscriptionKey key, ManagedRequest managed) {
        return ask(new Pending(key, uid(key)), result -> pending(key, result));
    }

    /** Groups what has failed and was not delivered since, of a day unless the request says otherwise. */
    public Response failures(SubscriptionKey key, ManagedRequest managed) {
        return switch (TimelineParameters.period(managed.request(), clock.instant(), DAY)) {
            case Validated.Invalid<Period> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<Period>(var period) -> {
                var all = new Selection(null, period.from(), period.to(), null, null, TimelineQuery.MOST_ROWS);
                yield ask(new Attempts(key, uid(key), all), result -> failures(key, result));
            }
        };
    }

    /** Null if there is none now: then all that have had the name are shown. */
    private @Nullable String uid(SubscriptionKey key) {
        return table.subscription(key).map(SubscriptionEntry::uid).orElse(null);
    }

    private Response ask(TimelineQuery query, Function<TimelineResult, Response> responder) {
        return ask(timeline, query, responder);
    }

    /** Returns 503 if the timeline cannot be asked. */
    public static Response ask(Timeline timeline, TimelineQuery query, Function<TimelineResult, Response> responder) {
        try {
            return responder.apply(timeline.ask(query));
        } catch (TimelineUnavailableException e) {
            log.warn("the timeline could not be asked: {}", e.getMessage());
            return Response.of(ApiError.unavailable(UNAVAILABLE));
        }
    }

    /**
     * @param word the parameter that selects by outcome or reason
     * @param unknown says that the owner of an empty list does not exist; empty if it does
     */
    private Response list(
            Request request,
            String word,
            Function<Selection, TimelineQuery> query,
            Supplier<Optional<Response>> unknown) {
        return switch (TimelineParameters.read(request, word)) {
            case Validated.Invalid<Selection> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<Selection>(var selection) ->
                ask(
                        query.apply(selection),
                        result -> result.rows().isEmpty() && result.cutAt() == null
                                ? unknown.get().orElseGet(() -> page(request, selection, result))
                                : page(request, selection, result));
        };
    }

    private static Response page(Request request, Selection selection, TimelineResult result) {
        var json = JsonNodeFactory.instance.objectNode();
        var value = json.putArray("value");
        result.rows().forEach(row -> value.add(element(row)));
        var last = result.rows().size() < selection.top()
                ? result.cutAt()
                : result.rows().getLast().position();
        if (last != null) {
            json.put("nextLink", Listing.linkBehind(last, request));
        }
        return Response.json(200, completeness(json, result));
    }

    private Optional<Response> unknown(SubscriptionKey key) {
        return table.subscription(key).isPresent() ? Optional.empty() : Optional.of(missing("subscription " + key));
    }

    private Optional<Response> unknown(String topic) {
        return table.topic(topic).isPresent() ? Optional.empty() : Optional.of(missing("topic " + topic));
    }

    /** Returns the response for a topic or a subscription that does not exist. */
    public static Response missing(String owner) {
        return Response.of(ApiError.notFound("there is no " + owner + ", and nothing is known of one"));
    }

    private static ObjectNode element(Row row) {
        return switch (row.entry()) {
            case Attempt attempt -> EntryView.ofList(attempt);
            case DeadLetter letter -> EntryView.ofList(letter, row.related());
            case Rejection rejection -> EntryView.ofList(rejection);
            case Export _ -> throw new IllegalStateException("no list has entries such as " + row.entry());
        };
    }

    /** Adds what may be missing in a result. */
    public static ObjectNode completeness(ObjectNode json, TimelineResult result) {
        if (result.behind() != null) {
            json.put("behindMs", result.behind().toMillis());
        }
        putIfAny(json, "incomplete", result.incomplete());
        return json;
    }

    /** @param values whether data of the event may be quoted */
    private Response event(String topic, String id, boolean values, TimelineResult result) {
        if (result.rows().isEmpty()) {
            return Response.of(
                    result.incomplete().isEmpty()
                            ? notFound(topic, id)
                            : ApiError.unavailable(String.join("; ", result.incomplete())));
        }
        var views = EventView.of(result.rows().stream().map(Row::entry).toList());
        var shown = views.subList(0, Math.min(MOST_RECORDS, views.size()));
        var incomplete = new ArrayList<String>();
        if (result.cutAt() != null) {
            incomplete.add("only some of what is known of this event is shown, because all of it has more than "
                    + TimelineResult.MOST_BYTES + " bytes; the lists of attempts and dead letters show the rest");
        }
        if (shown.size() < views.size()) {
            incomplete.add(
                    "there are " + views.size() + " records with this id; the newest " + MOST_RECORDS + " are shown");
        }
        var retained = records.read(
                shown.stream().limit(MOST_READ).map(EventView::source).toList());
        if (!retained.complete()) {
            incomplete.add("not every event could be read, so notMatched may be missing; ask again");
        }
        sourceOf(topic)
                .filter(kafkaTopic -> shown.stream()
                        .anyMatch(view -> view.source().kafkaTopic().equals(kafkaTopic)))
                .ifPresent(
                        kafkaTopic -> incomplete.add("the Kafka topic " + kafkaTopic + ", the source of topic " + topic
                                + ", is not read here, so notMatched is missing; read the record there with"
                                + " Kafka's tools"));
        var json = JsonNodeFactory.instance.objectNode().put("topic", topic).put("id", id);
        completeness(json, result.with(result.behind(), incomplete));
        var array = json.putArray("records");
        for (var view : shown) {
            var each = view.json(ladder);
            var record = retained.records().get(view.source());
            if (record != null && isOf(topic, record)) {
                tryFilters(new OfEvent(topic, id), view, record, values, each);
            }
            array.add(each);
        }
        return Response.json(200, json);
    }

    /** Returns the view of an event of which nothing is recorded; empty if its record is not there. */
    private Optional<Response> unrecorded(
            String topic, String id, EventSource source, boolean values, TimelineResult result) {
        var record = records.read(List.of(source)).records().get(source);
        if (record == null || !records.names(topic, record)) {
            return Optional.empty();
        }
        var view = new EventView(source, List.of());
        var json = JsonNodeFactory.instance.objectNode().put("topic", topic).put("id", id);
        var each = view.json(ladder);
        completeness(json, result).putArray("records").add(each);
        tryFilters(new OfEvent(topic, id), view, record, values, each);
        return each.has("notMatched") ? Optional.of(Response.json(200, json)) : Optional.empty();
    }

    /** Returns the Kafka topic of the topic's source, which this program need not be able to read. */
    private Optional<String> sourceOf(String topic) {
        return table.topic(topic).map(entry -> entry.topic().source()).map(KafkaSource::kafkaTopic);
    }

    private static ApiError notFound(String topic, String id) {
        return ApiError.of(
                404,
                "EventNotFound",
                "nothing is known of an event " + id + " of topic " + topic + ": the timeline holds events that were"
                        + " rejected, or with a failed attempt, of the last days (timeline.retention), and all events"
                        + " of subscriptions with \"tidings\": {\"attempts\": \"all\"}");
    }

    /** A topic that was deleted and made again has other events at the same offsets. */
    private static boolean isOf(String topic, RetainedRecord record) {
        var named = HeaderText.of(record.headers(), HeaderNames.TOPIC);
        return named == null
                || TopicRecords.isNamed(topic, named)
                || DomainTopic.owner(topic).equals(named);
    }

    private void tryFilters(OfEvent event, EventView view, RetainedRecord record, boolean values, ObjectNode json) {
        if (!json.has("published")) {
            json.put("published", record.appended().toString());
        }
        var topic = event.topic();
        table.topic(topic)
                .map(entry -> new MatchTrial(events, entry, event.eventId(), table.subscriptions(topic), values))
                .filter(_ -> !json.has("rejected"))
                .ifPresent(trial -> trial.write(json, record, view.subscriptions(), clock.instant()));
    }

    private Response pending(SubscriptionKey key, TimelineResult result) {
        var unknown = unknown(key);
        if (result.waiting().isEmpty() && unknown.isPresent()) {
            return unknown.get();
        }
        long total = table.subscription(key)
                .map(entry -> counts.of(CountedSubscription.of(entry)).waiting())
                .orElse(0L);
        return Response.json(200, completeness(PendingView.of(total, result.waiting()), result));
    }

    private Response failures(SubscriptionKey key, TimelineResult result) {
        var unknown = unknown(key);
        if (result.rows().isEmpty() && result.cutAt() == null && unknown.isPresent()) {
            return unknown.get();
        }
        var groups = FailureGroups.of(result.rows().stream()
                .map(Row::entry)
                .filter(Attempt.class::isInstance)
                .map(Attempt.class::cast)
                .toList());
        var incomplete = new ArrayList<String>();
        if (result.cutAt() != null || result.rows().size() == TimelineQuery.MOST_ROWS) {
            incomplete.add("only the newest " + result.rows().size() + " attempts are counted");
        }
        if (groups.more() > 0) {
            incomplete.add(groups.more() + " smaller groups are not shown");
        }
        var json = JsonNodeFactory.instance.objectNode();
        json.putArray("value").addAll(groups.json());
        return Response.json(200, completeness(json, result.with(result.behind(), incomplete)));
    }
}
