package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.timeline.EventScan.Found;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
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
    private final ResourceTable table;
    private final EventScan scan;
    private final TopicRecords ofTopics;
    private final InstantSource clock;

    public EventsApi(ResourceTable table, EventScan scan, TopicRecords ofTopics, InstantSource clock) {
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
        var response = inTurn(topic, new EventRows(ofTopics, topic, query, subscription, clock.instant()), managed);
        if (response.status() == 200 && query.text() != null) {
            managed.showsSecrets("the data is not searched, because it cannot be recorded at the moment who does it");
            managed.changed(Change.topic(topic.name()) + "/events", null, null);
        }
        return response;
    }

    private @Nullable CompiledSubscription subscription(TopicResource topic, EventsQuery query) {
        return query.subscription() == null
                ? null
                : SubscriptionKey.parse(topic.name() + "/" + query.subscription())
                        .flatMap(table::subscription)
                        .map(CompiledSubscription::of)
                        .orElse(null);
    }

    private Response inTurn(TopicResource topic, EventRows rows, ManagedRequest managed) {
        try {
            if (!turns.tryAcquire(SECONDS_TO_WAIT, TimeUnit.SECONDS)) {
                return Response.of(ApiError.unavailable("other requests read the log, so this one has to wait"));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Response.of(ApiError.unavailable("ingest-service stops"));
        }
        try {
            var kafkaTopics = ofTopics.kafkaTopics(topic);
            return page(kafkaTopics, scan.read(kafkaTopics, rows.query(), rows::row), managed);
        } catch (KafkaException e) {
            log.warn("the events of topic {} cannot be read: {}", topic.name(), e.getMessage());
            return Response.of(ApiError.unavailable("the events cannot be read at the moment: Kafka does not respond,"
                    + " or does not let ingest-service read one of "
                    + String.join(", ", ofTopics.kafkaTopics(topic))));
        } finally {
            turns.release();
        }
    }

    private static Response page(List<String> kafkaTopics, Found found, ManagedRequest managed) {
        var json = JsonNodeFactory.instance.objectNode();
        json.putArray("value").addAll(found.rows());
        json.put("latest", LogCursor.text(kafkaTopics, found.ends()));
        var looked = json.putObject("looked").put("records", found.records());
        putIfAny(looked, "back", found.back());
        if (!found.left().isEmpty()) {
            json.put("nextLink", Listing.linkBehind(LogCursor.text(kafkaTopics, found.left()), managed.request()));
        }
        return Response.json(200, json);
    }
}
