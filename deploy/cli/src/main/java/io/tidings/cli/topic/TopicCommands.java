package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.Members;
import io.tidings.cli.terminal.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for topics. */
@Command(name = "topic", description = "Creates, shows and deletes topics, and shows their keys.")
public final class TopicCommands {
    private final CommandSession session;

    public TopicCommands(CommandSession session) {
        this.session = session;
    }

    @Command(description = "Creates a topic, which takes events in one schema for ever.")
    int create(
            @Parameters(paramLabel = "TOPIC", description = "its name: 3 to 50 letters, digits and -") String topic,
            @Option(
                            names = "--input-schema",
                            paramLabel = "SCHEMA",
                            description = "EventGridSchema (default), CloudEventSchemaV1_0 or CustomEventSchema")
                    @Nullable
                    String schema,
            @Option(
                            names = "--input-mapping-fields",
                            paramLabel = "KEY=MEMBER",
                            arity = "1..*",
                            description = "for CustomEventSchema: the members of events that hold id, topic, eventTime,"
                                    + " eventType, subject and dataVersion. With --source-kafka-topic: the members"
                                    + " of records, or kafka.key and the like, that hold id, eventTime, eventType,"
                                    + " subject, dataVersion and data")
                    @Nullable
                    Map<String, String> fields,
            @Option(
                            names = "--input-mapping-default-values",
                            paramLabel = "KEY=VALUE",
                            arity = "1..*",
                            description = "for CustomEventSchema: values of eventType, subject and dataVersion for"
                                    + " events that lack them. With --source-kafka-topic: for records that lack them")
                    @Nullable
                    Map<String, String> defaults,
            @Mixin SourceFlags source,
            @Mixin PublisherFlags publishers,
            @Option(
                            names = "--deduplicate-by",
                            paramLabel = "VALUE",
                            description =
                                    "drop an event if one with the same value came shortly before: id, subject or a"
                                            + " path such as /data/orderId")
                    @Nullable
                    String deduplicateBy,
            @Option(
                            names = "--deduplicate-window",
                            paramLabel = "DURATION",
                            description = "how long before at most, such as PT10M (default PT1H)")
                    @Nullable
                    String window,
            @Option(
                            names = "--mask",
                            paramLabel = "PATH",
                            arity = "1..*",
                            description = "values of events that nobody is shown, such as /data/card")
                    @Nullable
                    List<String> mask,
            @Option(
                            names = "--check",
                            paramLabel = "WORD",
                            description = "what happens to events whose data breaks the schema of their type: off"
                                    + " (default), warn or reject")
                    @Nullable
                    String check,
            @Option(names = "--replace", description = "change the topic if it exists, and keep its keys")
                    boolean replace) {
        var body = JsonNodeFactory.instance.objectNode();
        var properties = body.putObject("properties");
        Members.put(properties, "inputSchema", schema);
        if (source.given()) {
            addMapping(source.addTo(properties), "mapping", fields, defaults);
        } else {
            addInputMapping(properties, fields, defaults);
        }
        publishers.addTo(properties);
        Members.put(properties, "tidings.deduplicate.by", deduplicateBy);
        Members.put(properties, "tidings.deduplicate.window", window);
        Members.put(properties, "tidings.mask", mask);
        Members.put(properties, "tidings.check", check);
        var path = Paths.topic(topic);
        var api = session.api();
        var response = (replace ? api.put(publishers.replacing(path), body) : api.create(path, body)).required();
        return session.done(
                response,
                "topic %s takes %s at %s"
                        .formatted(
                                topic,
                                response.at("/properties/inputSchema").asText(),
                                response.at("/properties/endpoint").asText()));
    }

    static void addInputMapping(
            ObjectNode properties, @Nullable Map<String, String> fields, @Nullable Map<String, String> defaults) {
        if (fields != null || defaults != null) {
            var mapping = properties.putObject("inputSchemaMapping").put("inputSchemaMappingType", "Json");
            addMapping(mapping, "properties", fields, defaults);
        }
    }

    private static void addMapping(
            ObjectNode parent,
            String mapping,
            @Nullable Map<String, String> fields,
            @Nullable Map<String, String> defaults) {
        if (fields == null && defaults == null) {
            return;
        }
        var members = parent.putObject(mapping);
        if (fields != null) {
            fields.forEach(
                    (key, member) -> members.withObjectProperty(name(key)).put("sourceField", member));
        }
        if (defaults != null) {
            defaults.forEach(
                    (key, value) -> members.withObjectProperty(name(key)).put("defaultValue", value));
        }
    }

    /** Names in any case, as Azure's command line takes them. */
    private static String name(String key) {
        return switch (key.toLowerCase(Locale.ROOT)) {
            case "eventtime" -> "eventTime";
            case "eventtype" -> "eventType";
            case "dataversion" -> "dataVersion";
            default -> key;
        };
    }

    @Command(description = "Shows a topic.")
    int show(@Parameters(paramLabel = "TOPIC") String topic) {
        var resource = session.api().get(Paths.topic(topic)).requiredObject();
        return session.show(resource, _ -> TopicView.text(resource));
    }

    @Command(description = "Lists all topics that the token may see.")
    int list() {
        return session.show(session.api().list(Paths.TOPICS), TopicCommands::table);
    }

    private static String table(JsonNode list) {
        var table = new TextTable("TOPIC", "INPUT SCHEMA", "ENDPOINT");
        for (var topic : list.path("value")) {
            table.row(
                    topic.path("name").asText(),
                    topic.at("/properties/inputSchema").asText(),
                    topic.at("/properties/endpoint").asText());
        }
        return table.text();
    }

    @Command(description = "Deletes a topic, its subscriptions and its event types.")
    int delete(@Parameters(paramLabel = "TOPIC") String topic) {
        var response = session.api().delete(Paths.topic(topic));
        return session.done(
                response.required(), response.deleted() ? "deleted topic " + topic : "there is no topic " + topic);
    }

    @Command(description = "Shows the two publishing keys of a topic.")
    int keys(@Parameters(paramLabel = "TOPIC") String topic) {
        return showKeys(session.api().post(Paths.topic(topic) + "/listKeys").required());
    }

    @Command(
            name = "regenerate-key",
            description = "Replaces one publishing key of a topic; the other one stays valid.")
    int regenerateKey(
            @Parameters(paramLabel = "TOPIC") String topic,
            @Option(names = "--key-name", required = true, paramLabel = "NAME", description = "key1 or key2")
                    String keyName) {
        var body = JsonNodeFactory.instance.objectNode().put("keyName", keyName);
        return showKeys(
                session.api().post(Paths.topic(topic) + "/regenerateKey", body).required());
    }

    private int showKeys(JsonNode keys) {
        return session.show(keys, TopicCommands::keyTable);
    }

    static String keyTable(JsonNode keys) {
        return new TextTable("NAME", "KEY")
                .row("key1", keys.path("key1").asText())
                .row("key2", keys.path("key2").asText())
                .text();
    }
}
