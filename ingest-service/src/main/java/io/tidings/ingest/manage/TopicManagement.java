package io.tidings.ingest.manage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.TopicEntry;
import io.tidings.contract.resource.TopicJson;
import io.tidings.contract.resource.TopicKeys;
import io.tidings.contract.resource.TopicResource;
import io.tidings.contract.resource.Validated;
import io.tidings.contract.resource.Violation;
import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Topics and their keys over HTTP. */
final class TopicManagement {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ResourceTable table;
    private final ResourceWriter writer;
    private final ResourceView view;
    private final SecureRandom random = new SecureRandom();

    TopicManagement(ResourceTable table, ResourceWriter writer, ResourceView view) {
        this.table = table;
        this.writer = writer;
        this.view = view;
    }

    Answer list(Request request) {
        return request.method().equals("GET")
                ? Listing.answer(
                        request, table.topics(), entry -> entry.topic().name(), entry -> view.topic(entry, request))
                : Answer.methodNotAllowed(request.method(), "GET");
    }

    Answer one(String name, Request request) {
        return switch (request.method()) {
            case "GET" -> known(name, entry -> shown(200, entry, request));
            case "PUT" -> Bodies.read(request, body -> writer.alone(() -> put(name, body, request)));
            case "PATCH" ->
                Bodies.read(
                        request,
                        body -> writer.alone(() -> known(
                                name,
                                entry -> put(name, MergePatch.of(entry.topic()).applied(body), request))));
            case "DELETE" -> writer.alone(() -> delete(name, Preconditions.of(request)));
            default -> Answer.methodNotAllowed(request.method(), "DELETE, GET, PATCH, PUT");
        };
    }

    Answer keys(String name, Request request) {
        return request.method().equals("POST")
                ? known(name, this::keys)
                : Answer.methodNotAllowed(request.method(), "POST");
    }

    Answer regenerate(String name, Request request) {
        return request.method().equals("POST")
                ? Bodies.read(
                        request, body -> writer.alone(() -> known(name, entry -> regenerate(entry, keyName(body)))))
                : Answer.methodNotAllowed(request.method(), "POST");
    }

    private Answer known(String name, Function<TopicEntry, Answer> use) {
        return table.topic(name)
                .map(use)
                .orElseGet(() -> Answer.of(Problem.notFound("there is no topic " + name
                        + table.topicProblem(name)
                                .map(text -> "; the record of that name is ignored: " + text)
                                .orElse("; PUT /topics/" + name + " creates it"))));
    }

    private Answer shown(int status, TopicEntry entry, Request request) {
        return Answer.json(status, view.topic(entry, request))
                .with("ETag", EntityTag.of(entry).quoted());
    }

    private Answer put(String name, byte[] body, Request request) {
        return switch (TopicJson.read(name, body)) {
            case Validated.Invalid<TopicResource> invalid -> Bodies.invalid(invalid.violations());
            case Validated.Valid<TopicResource>(var topic) -> put(topic, request);
        };
    }

    private Answer put(TopicResource topic, Request request) {
        var before = table.topic(topic.name());
        if (before.isPresent() && before.get().topic().inputSchema() != topic.inputSchema()) {
            return Bodies.invalid(List.of(schemaChanged(before.get().topic().inputSchema())));
        }
        var broken = Preconditions.of(request).brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Answer.of(broken.get());
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

    /** Its subscriptions first: a crash in between leaves a topic without some of them, never the other way round. */
    private Answer delete(String name, Preconditions conditions) {
        var before = table.topic(name);
        var broken = conditions.brokenBy(before.map(EntityTag::of));
        if (broken.isPresent()) {
            return Answer.of(broken.get());
        }
        table.subscriptions(name)
                .forEach(entry -> writer.removeSubscription(entry.subscription().key()));
        if (before.isEmpty() && table.topicProblem(name).isEmpty()) {
            return Answer.empty(204);
        }
        writer.removeTopic(name);
        return Answer.empty(200);
    }

    private Answer keys(TopicEntry entry) {
        if (entry.locked()) {
            return Answer.of(
                    Problem.unavailable(table.topicProblem(entry.topic().name())
                            .orElse("the keys of the topic cannot be opened; POST regenerateKey makes new ones")));
        }
        return entry.keys() == null
                ? Answer.of(Problem.notFound("the topic has no keys yet; POST regenerateKey makes them"))
                : Answer.json(200, view.keys(entry.keys()));
    }

    private Answer regenerate(TopicEntry entry, Optional<String> keyName) {
        if (keyName.isEmpty()) {
            return Bodies.invalid(List.of(new Violation("keyName", "must be key1 or key2")));
        }
        // Keys that nobody can open are lost: both are made anew.
        var open = entry.openKeys();
        var before = open == null ? TopicKeys.random(random) : open;
        var fresh = TopicKeys.randomKey(random);
        var keys = keyName.get().equals("key1")
                ? new TopicKeys(fresh, before.key2())
                : new TopicKeys(before.key1(), fresh);
        writer.put(entry.topic(), keys);
        return Answer.json(200, view.keys(keys));
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
