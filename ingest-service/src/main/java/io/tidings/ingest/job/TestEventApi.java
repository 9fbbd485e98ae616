package io.tidings.ingest.job;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Input;
import io.tidings.contract.event.ParseResult;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.publish.EventAppender;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.KafkaException;

/** Sends an event to one subscription only, on the way that every event takes. */
public final class TestEventApi {
    static final String TYPE = "io.tidings.TestEvent";

    private static final String TEST_TOPIC = "tidings-test";
    private static final String SOURCE = "source";

    private final ResourceTable table;
    private final EventReader reader;
    private final EventAppender appender;
    private final Clock clock;

    public TestEventApi(ResourceTable table, EventReader reader, EventAppender appender, Clock clock) {
        this.table = table;
        this.reader = reader;
        this.appender = appender;
        this.clock = clock;
    }

    /** The body may hold the event; without one it is made here. */
    public Response send(SubscriptionKey key, ManagedRequest managed) {
        var topic = table.topic(key.topic());
        var subscription = table.subscription(key);
        if (topic.isEmpty() || subscription.isEmpty()) {
            return Response.of(ApiError.notFound("there is no subscription " + key));
        }
        return RequestBodies.read(
                managed.request(),
                body -> refusal(key, body, managed)
                        .map(Response::of)
                        .orElseGet(() -> send(topic.get(), subscription.get(), body, managed)));
    }

    /** An endpoint cannot tell an event that the body holds from one that a publisher sent. */
    private static Optional<ApiError> refusal(SubscriptionKey key, byte[] body, ManagedRequest managed) {
        return body.length > 0 ? managed.refusal(Role.ADMIN, key.topic()) : Optional.empty();
    }

    private Response send(TopicEntry topic, SubscriptionEntry subscription, byte[] body, ManagedRequest managed) {
        var key = subscription.subscription().key();
        if (!subscription.matches()) {
            return Response.of(
                    ApiError.conflict("the endpoint of " + key + " is not validated, so nothing is sent to it"));
        }
        var input = topic.input();
        var json = body.length > 0 ? body : made(input).toString().getBytes(UTF_8);
        return switch (reader.one(input, json)) {
            case ParseResult.Invalid(var reason, var sentence) ->
                Response.of(ApiError.of(
                        400,
                        reason == RejectionReason.SCHEMA_MISMATCH ? reason.wireName() : "InvalidEvent",
                        "no event of topic " + key.topic() + ", send one as the body: " + sentence));
            case ParseResult.Valid valid -> sent(topic.topic(), key, valid.only(), managed);
        };
    }

    private Response sent(TopicResource topic, SubscriptionKey key, Event event, ManagedRequest managed) {
        var json = JsonNodeFactory.instance.objectNode().put("eventId", event.id());
        putIfAny(json, "warning", event.mismatch());
        var audited = json.deepCopy().put("eventType", event.type());
        try {
            var source = appender.append(topic, key, event).toString();
            managed.changed(Change.subscription(key), null, audited.put(SOURCE, source));
            return Response.json(202, json.put(SOURCE, source));
        } catch (KafkaException e) {
            managed.unconfirmed(Change.subscription(key), null, audited);
            throw e;
        }
    }

    /** An event for a subscription of a whole domain names a topic that nobody else has. */
    private ObjectNode made(Input input) {
        var id = UUID.randomUUID().toString();
        var now = clock.instant().toString();
        var json = JsonNodeFactory.instance.objectNode();
        switch (input.schema()) {
            case CLOUD_EVENTS ->
                json.put("specversion", "1.0")
                        .put("id", id)
                        .put(SOURCE, input.domain() ? TEST_TOPIC : "/tidings")
                        .put("type", TYPE)
                        .put("subject", "test")
                        .put("time", now)
                        .put("datacontenttype", "application/json");
            case EVENT_GRID, CUSTOM ->
                json.put("id", id)
                        .put("subject", "test")
                        .put("eventType", TYPE)
                        .put("eventTime", now)
                        .put("dataVersion", "1");
        }
        if (input.domain() && input.schema() != EventSchema.CLOUD_EVENTS) {
            json.put("topic", TEST_TOPIC);
        }
        json.putObject("data").put("message", "sent by an operator to see whether the endpoint responds");
        return json;
    }
}
