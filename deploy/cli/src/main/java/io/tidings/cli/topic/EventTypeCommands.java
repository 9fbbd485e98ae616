package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.Description;
import io.tidings.cli.session.JsonFile;
import io.tidings.cli.session.Members;
import io.tidings.cli.terminal.CommandFailure;
import io.tidings.cli.terminal.TextTable;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for the event types that topics declare. */
@Command(name = "event-type", description = "Declares, shows and deletes the types of the events of a topic.")
public final class EventTypeCommands {
    private final CommandSession session;

    public EventTypeCommands(CommandSession session) {
        this.session = session;
    }

    @Command(description = "Declares a type of the events of a topic.")
    int create(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Parameters(paramLabel = "TYPE", description = "as the events say it") String type,
            @Option(
                            names = "--description",
                            paramLabel = "TEXT",
                            description = "what has happened when it is published")
                    @Nullable
                    String description,
            @Option(
                            names = "--schema",
                            paramLabel = "FILE",
                            description = "a JSON Schema (draft 2020-12) of the data, as JSON or YAML; --check of the"
                                    + " topic says if data is checked against it")
                    @Nullable
                    Path schema,
            @Option(
                            names = "--example",
                            paramLabel = "FILE",
                            arity = "1..*",
                            description = "files of data, as JSON or YAML")
                    @Nullable
                    List<Path> examples,
            @Option(names = "--type-version", paramLabel = "TEXT", description = "in words of your own") @Nullable
                    String version,
            @Option(names = "--deprecated", description = "nobody should subscribe to it any more") boolean deprecated,
            @Option(names = "--replace", description = "change the type if it is declared") boolean replace) {
        var body = JsonNodeFactory.instance.objectNode();
        var properties = body.putObject("properties");
        Members.put(properties, "description", description);
        Members.put(properties, "version", version);
        Members.put(properties, "deprecated", deprecated ? true : null);
        Members.put(properties, "dataSchema", schema == null ? null : JsonFile.read(schema));
        Members.put(
                properties,
                "examples",
                examples == null
                        ? null
                        : examples.stream().map(EventTypeCommands::only).toList());
        var path = Paths.eventType(topic, type);
        var api = session.api();
        return session.done(
                (replace ? api.put(path, body) : api.create(path, body)).required(),
                "topic %s declares event type %s".formatted(topic, type));
    }

    private static JsonNode only(Path file) {
        var documents = JsonFile.documents(file);
        if (documents.size() != 1) {
            throw CommandFailure.usage(file + " must hold one value of data.");
        }
        return documents.getFirst().json();
    }

    @Command(description = "Shows an event type.")
    int show(@Parameters(paramLabel = "TOPIC") String topic, @Parameters(paramLabel = "TYPE") String type) {
        var resource = session.api().get(Paths.eventType(topic, type)).requiredObject();
        return session.show(resource, _ -> {
            var view = new Description("EVENT TYPE", type, resource);
            return view.without("name", "type")
                    .member("description", "description", "none")
                    .member("version", "version", "none")
                    .member("deprecated", "deprecated", "no")
                    .member("schema", "dataSchema", "none", JsonNode::toPrettyString)
                    .member("examples", "examples", "none", JsonNode::toPrettyString)
                    .text();
        });
    }

    @Command(description = "Lists the event types that a topic declares.")
    int list(@Parameters(paramLabel = "TOPIC") String topic) {
        return session.show(session.api().list(Paths.eventTypes(topic)), EventTypeCommands::table);
    }

    private static String table(JsonNode list) {
        var table = new TextTable("EVENT TYPE", "VERSION", "SCHEMA", "DESCRIPTION");
        for (var type : list.path("value")) {
            var properties = type.path("properties");
            table.row(
                    type.path("name").asText() + (properties.path("deprecated").asBoolean() ? " (deprecated)" : ""),
                    properties.path("version").asText(),
                    properties.has("dataSchema") ? "yes" : "no",
                    properties.path("description").asText());
        }
        return table.text();
    }

    @Command(
            description =
                    "Lists the types of recent events that a topic does not declare, each with the id of its newest"
                            + " event.")
    int seen(@Parameters(paramLabel = "TOPIC") String topic) {
        return session.show(
                session.api().get(Paths.seenEventTypes(topic)).requiredObject(), EventTypeCommands::examples);
    }

    private static String examples(JsonNode list) {
        var table = new TextTable("EVENT TYPE", "EVENT ID", "PUBLISHED");
        for (var type : list.path("value")) {
            table.row(
                    type.path("type").asText(),
                    type.path("eventId").asText(),
                    type.path("published").asText());
        }
        return table.text();
    }

    @Command(description = "Deletes an event type; its events are not checked any more.")
    int delete(@Parameters(paramLabel = "TOPIC") String topic, @Parameters(paramLabel = "TYPE") String type) {
        var response = session.api().delete(Paths.eventType(topic, type));
        return session.done(
                response.required(),
                response.deleted()
                        ? "deleted event type %s of topic %s".formatted(type, topic)
                        : "topic %s declares no event type %s".formatted(topic, type));
    }
}
