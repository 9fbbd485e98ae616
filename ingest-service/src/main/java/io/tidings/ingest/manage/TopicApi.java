package io.tidings.ingest.manage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.write.ResourceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

final class TopicApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final SecureRandom random = new SecureRandom();

    TopicApi(ResourceTable table, ResourceWriter writer, ResourceView view) {
        this.table = table;
        this.writer = writer;
        this.view = view;
    }

    /** Lists the topics that the principal may see. */
    Response list(ManagedRequest managed) {
        var request = managed.request();
        var visible = table.topics().stream()
                .filter(entry -> managed.principal().sees(entry.topic().name()))
                .toList();
        return request.method().equals("GET")
                ? Listing.respond(
                        request, visible, entry -> entry.topic().name(), entry -> view.topic(entry, request))
                : Response.methodNotAllowed(request.method(), "GET");
    }

    Response one(String name, Request request) {
        return switch (request.method()) {
            case "GET" -> known(name, entry -> shown(200, entry, request));
            case "PUT" -> RequestBodies.read(request, body -> writer.alone(() -> put(name, body, request)));
            case "PATCH" ->
                RequestBodies.read(
                        request,
                        body -> writer.alone(() -> known(
                                name,
                                entry -> put(name, MergePatch.of(entry.topic()).applied(body), request))));
            case "DELETE" -> writer.alone(() -> delete(name, Preconditions.of(request)));
            default -> Response.methodNotAllowed(request.method(), "DELETE, GET, PATCH, PUT");
        };
    }

    Response keys(String name, Request request) {
        return request.method().equals("POST")
                ? known(name, this::keys)
                : Response.methodNotAllowed(request.method(), "POST");
    }

    Response regenerate(String name, Request request) {
        return request.method().equals("POST")
                ? RequestBodies.read(
                        request, body -> writer.alone(() -> known(name, entry -> regenerate(entry, keyName(body)))))
                : Response.methodNotAllowed(request.method(), "POST");
    }

    private Response known(String name, Function<TopicEntry, Response> use) {
        return table.topic(name)
                .map(use)
                .orElseGet(() -> Response.of(ApiError.notFound("there is no topic " + name
                        + table.topicProblem(name)
                                .map(text -> "; the record of that name is ignored: " + text)
                                .orElse("; PUT /topics/" + name + " creates it"))));
    }

    private Response shown(int status, TopicEntry entry, Request request) {
        return Response.json(status, view.topic(entry, request))
                .with("ETag", EntityTag.of(entry).quoted());
    }

    private Response put(String name, byte[] body, Request request) {
        return switch (TopicJson.read(name, body)) {
            case Validated.Invalid<TopicResource> invalid -> RequestBodies.invalid(invalid.violations());
            case Validated.Valid<TopicResource>(var topic) -> put(topic, request);
        };
    }

    private Response put(TopicResource topic, Request request) {
        var before = table.topic(topic.name());
        if (before.isPresent() && before.get().topic().inputSchema() != topic.inputSchema()) {
            return RequestBodies.invalid(
                    List.of(schemaChanged(before.get().topic().inputSchema())));
        }
        var broken = Preconditions.of(request).brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        var keys = before.map(TopicEntry::keys).orElseGet(() -> TopicKeys.random(random));
        writer.put(topic, keys);
        return known(topic.name(), entry -> shown(before.isPresent() ? 200 : 201, entry, request));
    }

    private static Violation schemaChanged(EventSchema schema) {
        return new Violation(
                "properties.inputSchema",
                "is " + schema.inputName() + " and cannot change; delete the topic and create it again");
    }

    /**
     * Deletes the subscriptions first: after a crash there may be a topic without subscriptions, but never the
     * reverse.
     */
    private Response delete(String name, Preconditions conditions) {
        var before = table.topic(name);
        var broken = conditions.brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Response.of(broken.get());
        }
        table.subscriptions(name)
                .forEach(entry -> writer.removeSubscription(entry.subscription().key()));
        if (before.isEmpty() && table.topicProblem(name).isEmpty()) {
            return Response.empty(204);
        }
        writer.removeTopic(name);
        return Response.empty(200);
    }

    private Response keys(TopicEntry entry) {
        if (entry.locked()) {
            return Response.of(
                    ApiError.unavailable(table.topicProblem(entry.topic().name())
                            .orElse("the keys of the topic cannot be opened; POST regenerateKey makes new ones")));
        }
        return entry.keys() == null
                ? Response.of(ApiError.notFound("the topic has no keys yet; POST regenerateKey makes them"))
                : Response.json(200, view.keys(entry.keys()));
    }

    private Response regenerate(TopicEntry entry, Optional<String> keyName) {
        if (keyName.isEmpty()) {
            return RequestBodies.invalid(List.of(new Violation("keyName", "must be key1 or key2")));
        }
        // Keys that cannot be opened are lost, so both are replaced.
        var open = entry.openKeys();
        var before = open == null ? TopicKeys.random(random) : open;
        var fresh = TopicKeys.randomKey(random);
        var keys = keyName.get().equals("key1")
                ? new TopicKeys(fresh, before.key2())
                : new TopicKeys(before.key1(), fresh);
        writer.put(entry.topic(), keys);
        return Response.json(200, view.keys(keys));
    }

    private static Optional<String> keyName(byte[] body) {
        try {
            return Optional.of(JSON.readTree(body).path("keyName").asText())
                    .filter(name -> name.equals("key1") || name.equals("key2"));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("reading bytes in memory", e);
        }
    }
}
