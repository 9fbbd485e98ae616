package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.eventtype.EventType;
import io.tidings.contract.eventtype.EventTypeJson;
import io.tidings.contract.eventtype.EventTypeKey;
import io.tidings.contract.json.Validated;
import io.tidings.contract.table.EventTypeEntry;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceTable;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.write.ResourceWriter;
import java.util.Optional;

/** The management of the event types that topics declare (B-TYPE-1). */
public record EventTypeApi(ResourceTable table, ResourceWriter writer, ResourceView view) {
    public Response list(String topic, ManagedRequest managed) {
        return withoutTopic(topic)
                .map(Response::of)
                .orElseGet(() -> Listing.respond(
                        managed.request(),
                        table.eventTypes().of(DomainTopic.owner(topic)),
                        entry -> entry.key().name(),
                        entry -> view.eventType(entry.type())));
    }

    public Response get(EventTypeKey key, ManagedRequest managed) {
        return withoutTopic(key.topic())
                .map(Response::of)
                .or(() -> table.eventTypes()
                        .find(new EventTypeKey(DomainTopic.owner(key.topic()), key.name()))
                        .map(entry -> shown(200, entry)))
                .orElseGet(() -> Response.of(
                        ApiError.notFound("topic " + key.topic() + " declares no event type " + key.name())));
    }

    /** A topic of a domain has the event types of the domain, so that one tenant cannot refuse the events of others. */
    private static Optional<ApiError> ofDomain(EventTypeKey key) {
        return DomainTopic.parse(key.topic())
                .map(topic -> ApiError.conflict("topic " + topic + " has the event types of its domain; declare them at"
                        + " /domains/" + topic.domain() + "/eventTypes"));
    }

    public Response put(EventTypeKey key, ManagedRequest managed) {
        return RequestBodies.read(managed.request(), body -> switch (EventTypeJson.read(key, body)) {
            case Validated.Invalid<EventType> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<EventType>(var type) ->
                DryRun.asked(managed.request()) ? put(type, managed) : writer.alone(() -> put(type, managed));
        });
    }

    private Response put(EventType type, ManagedRequest managed) {
        var key = type.key();
        var before = table.eventTypes().find(key);
        var broken = withoutTopic(key.topic())
                .or(() -> ofDomain(key))
                .or(() -> Preconditions.of(managed.request()).brokenBy(before.map(EntityTag::of)))
                .or(() -> withoutRoom(type));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        if (DryRun.asked(managed.request())) {
            return Response.json(200, view.eventType(type));
        }
        change(key, managed, () -> writer.put(type));
        return table.eventTypes()
                .find(key)
                .map(entry -> shown(before.isPresent() ? 200 : 201, entry))
                .orElseGet(() -> Response.of(ApiError.conflict("another request has deleted it meanwhile")));
    }

    public Response delete(EventTypeKey key, ManagedRequest managed) {
        return writer.alone(() -> {
            var before = table.eventTypes().find(key);
            var broken =
                    ofDomain(key).or(() -> Preconditions.of(managed.request()).brokenBy(before.map(EntityTag::of)));
            if (broken.isPresent()) {
                return Response.of(broken.get());
            }
            if (before.isEmpty()) {
                return Response.empty(204);
            }
            remove(key, managed);
            return Response.empty(200);
        });
    }

    /** Removes all that a topic declares, before the topic itself. */
    void removeAll(String topic, ManagedRequest managed) {
        table.eventTypes().of(topic).forEach(entry -> remove(entry.key(), managed));
    }

    private void remove(EventTypeKey key, ManagedRequest managed) {
        change(key, managed, () -> writer.removeEventType(key));
    }

    private void change(EventTypeKey key, ManagedRequest managed, Runnable write) {
        managed.change(
                Change.eventType(key),
                () -> table.eventTypes().find(key).map(entry -> view.eventType(entry.type())),
                write);
    }

    private Response shown(int status, EventTypeEntry entry) {
        return Response.json(status, view.eventType(entry.type()))
                .with("ETag", EntityTag.of(entry).quoted());
    }

    private Optional<ApiError> withoutTopic(String topic) {
        return table.topic(topic).isPresent()
                ? Optional.empty()
                : Optional.of(ApiError.notFound(
                        "there is no topic " + topic + "; create it " + RequiredTopic.creation(topic)));
    }

    private Optional<ApiError> withoutRoom(EventType type) {
        return table.eventTypes()
                .refusal(type.key(), EventTypeJson.write(type).toString().getBytes(UTF_8).length)
                .map(sentence -> ApiError.of(409, "TooManyEventTypes", sentence));
    }
}
