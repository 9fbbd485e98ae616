package io.tidings.cli.topic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.cli.api.ManagementCalls;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.JsonFile;
import io.tidings.cli.terminal.CommandFailure;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that publishes events. */
@Command(name = "publish", description = "Publishes events to a topic, in the schema that the topic takes.")
public final class PublishCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int MOST_IDS = 10;

    private final CommandSession session;

    @Parameters(paramLabel = "TOPIC")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String topic;

    @Option(names = "--data", paramLabel = "JSON", description = "the data of the event ({})")
    private @Nullable String data;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "whole events, as JSON: one, an array, or one after the other; - for the standard input")
    private @Nullable Path file;

    @Option(names = "--type", paramLabel = "TYPE", description = "the event type (${DEFAULT-VALUE})")
    private String type = "Tidings.Example";

    @Option(names = "--subject", paramLabel = "SUBJECT", description = "the subject (${DEFAULT-VALUE})")
    private String subject = "/example";

    @Option(names = "--source", paramLabel = "URI", description = "the source of CloudEvents (${DEFAULT-VALUE})")
    private String source = "/tidings/cli";

    @Option(names = "--id", paramLabel = "ID", description = "the id; a random one by default, ID-1 … ID-N for several")
    private @Nullable String id;

    @Option(names = "--count", paramLabel = "N", description = "as many events (${DEFAULT-VALUE})")
    private int count = 1;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "a publishing key of the topic; by default the command asks management for one")
    private @Nullable String key;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "where the topic takes events, if not where management says")
    private @Nullable URI endpoint;

    public PublishCommand(CommandSession session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        var api = session.api();
        var place = place(api);
        var resource = api.get(place).required();
        var schema = resource.at("/properties/inputSchema").asText();
        var shape = EventShape.of(schema);
        if (shape == null) {
            throw CommandFailure.usage("The topic takes " + schema + ", which this command does not know.");
        }
        var events = file == null ? made(shape) : read(file);
        var target = endpoint == null
                ? URI.create(resource.at("/properties/endpoint").asText())
                : endpoint;
        var given = key == null ? firstKey(api, place) : key;
        for (var request : Requests.of(events)) {
            api.publish(target, shape.contentType(), request, given).required();
        }
        return told(events);
    }

    /** The path of a topic, or of the domain that takes the events of this topic or of the topics that files name. */
    private String place(ManagementCalls api) {
        var tenant = tenant();
        if (tenant != null) {
            return Paths.domain(topic.substring(0, topic.indexOf('/')));
        }
        var path = Paths.topic(topic);
        return file != null
                        && api.get(path).notFound()
                        && api.get(Paths.domain(topic)).successful()
                ? Paths.domain(topic)
                : path;
    }

    /** Returns the name of a topic of a domain; null for any other topic. */
    private @Nullable String tenant() {
        int slash = topic.indexOf('/');
        return slash < 0 ? null : topic.substring(slash + 1);
    }

    private List<JsonNode> made(EventShape shape) {
        if (count < 1) {
            throw CommandFailure.usage("--count must be at least 1, and not " + count);
        }
        if (shape == EventShape.CUSTOM) {
            if (data == null || id != null) {
                throw CommandFailure.usage("The topic takes events of its own shape: give whole events with --data or"
                        + " --file, and no --id.");
            }
            return Collections.nCopies(count, json(data));
        }
        var content = data == null ? JSON.createObjectNode() : json(data);
        var now = session.clock().instant();
        var first = id == null ? UUID.randomUUID().toString() : id;
        var events = new ArrayList<JsonNode>();
        for (int i = 1; i <= count; i++) {
            events.add(shape.event(new EventShape.Draft(
                    type, subject, source, tenant(), content, count == 1 ? first : first + "-" + i, now)));
        }
        return events;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw CommandFailure.usage("--data is no JSON (%s): %s".formatted(e.getOriginalMessage(), text));
        }
    }

    private List<JsonNode> read(Path file) {
        if (data != null || id != null) {
            throw CommandFailure.usage("--file holds whole events: leave --data and --id out.");
        }
        var events = new ArrayList<JsonNode>();
        for (var document : JsonFile.documents(file)) {
            if (document.json().isArray()) {
                document.json().forEach(events::add);
            } else {
                events.add(document.json());
            }
        }
        if (events.isEmpty()) {
            throw CommandFailure.usage(file + " holds no events.");
        }
        return events;
    }

    private @Nullable String firstKey(ManagementCalls api, String place) {
        var response = api.post(place + "/listKeys");
        if (response.successful()) {
            var first = response.body().path("key1").asText("");
            return first.isEmpty() ? null : first;
        }
        throw CommandFailure.refused(response.refusal() + "\nGive a publishing key of the topic with --key.");
    }

    private int told(List<JsonNode> events) {
        var json = JsonNodeFactory.instance.objectNode().put("published", events.size());
        var ids = json.putArray("ids");
        events.forEach(event -> ids.add(event.path("id").asText()));
        var named = events.stream()
                .map(event -> event.path("id").asText(""))
                .filter(each -> !each.isEmpty())
                .toList();
        var first = String.join(", ", named.subList(0, Math.min(MOST_IDS, named.size())));
        return session.done(
                json,
                "published %d %s to %s%s%s"
                        .formatted(
                                events.size(),
                                events.size() == 1 ? "event" : "events",
                                topic,
                                first.isEmpty() ? "" : ": " + first,
                                named.size() > MOST_IDS ? ", …" : ""));
    }
}
