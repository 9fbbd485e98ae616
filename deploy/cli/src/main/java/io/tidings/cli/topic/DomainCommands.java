package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.session.Members;
import io.tidings.cli.terminal.TextTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for domains and their topics. */
@Command(
        name = "domain",
        description = "Creates, shows and deletes domains and their topics; other commands name one DOMAIN/TOPIC.")
public final class DomainCommands {
    private final CommandSession session;

    public DomainCommands(CommandSession session) {
        this.session = session;
    }

    @Command(description = "Creates a domain: one endpoint and two keys for up to 100,000 topics.")
    int create(
            @Parameters(paramLabel = "DOMAIN", description = "its name: 3 to 50 letters, digits and -") String domain,
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
                            description = "for CustomEventSchema: the members of events that hold topic, id, eventTime,"
                                    + " eventType, subject and dataVersion; that of the topic is required")
                    @Nullable
                    Map<String, String> fields,
            @Option(
                            names = "--input-mapping-default-values",
                            paramLabel = "KEY=VALUE",
                            arity = "1..*",
                            description = "for CustomEventSchema: values of eventType, subject and dataVersion for"
                                    + " events that lack them")
                    @Nullable
                    Map<String, String> defaults,
            @Option(
                            names = "--auto-create-topic-with-first-subscription",
                            paramLabel = "BOOLEAN",
                            arity = "1",
                            description = "whether the first subscription of a topic creates it (default true)")
                    @Nullable
                    Boolean creates,
            @Option(
                            names = "--auto-delete-topic-with-last-subscription",
                            paramLabel = "BOOLEAN",
                            arity = "1",
                            description = "whether a topic is deleted with its last subscription (default true)")
                    @Nullable
                    Boolean deletes,
            @Mixin PublisherFlags publishers,
            @Option(
                            names = "--topic-publish-events-per-second",
                            paramLabel = "NUMBER",
                            description = "the most events that are accepted over HTTP for each of its topics")
                    @Nullable
                    Integer events,
            @Option(
                            names = "--topic-publish-bytes-per-second",
                            paramLabel = "NUMBER",
                            description = "the most bytes that are accepted over HTTP for each of its topics")
                    @Nullable
                    Integer bytes,
            @Option(names = "--replace", description = "change the domain if it exists, and keep its keys")
                    boolean replace) {
        var body = JsonNodeFactory.instance.objectNode();
        var properties = body.putObject("properties");
        Members.put(properties, "inputSchema", schema);
        TopicCommands.addInputMapping(properties, fields, defaults);
        Members.put(properties, "autoCreateTopicWithFirstSubscription", creates);
        Members.put(properties, "autoDeleteTopicWithLastSubscription", deletes);
        publishers.addTo(properties);
        Members.put(properties, "tidings.topicLimits.publishEventsPerSecond", events);
        Members.put(properties, "tidings.topicLimits.publishBytesPerSecond", bytes);
        var path = Paths.domain(domain);
        var api = session.api();
        var response = (replace ? api.put(publishers.replacing(path), body) : api.create(path, body)).required();
        return session.done(
                response,
                "domain %s takes %s at %s"
                        .formatted(
                                domain,
                                response.at("/properties/inputSchema").asText(),
                                response.at("/properties/endpoint").asText()));
    }

    @Command(description = "Shows a domain.")
    int show(@Parameters(paramLabel = "DOMAIN") String domain) {
        var resource = session.api().get(Paths.domain(domain)).requiredObject();
        return session.show(resource, _ -> TopicView.text(resource));
    }

    @Command(description = "Lists all domains that the token may see.")
    int list() {
        return session.show(session.api().list(Paths.DOMAINS), list -> {
            var table = new TextTable("DOMAIN", "INPUT SCHEMA", "ENDPOINT");
            for (var domain : list.path("value")) {
                table.row(
                        domain.path("name").asText(),
                        domain.at("/properties/inputSchema").asText(),
                        domain.at("/properties/endpoint").asText());
            }
            return table.text();
        });
    }

    @Command(description = "Deletes a domain with its topics, at most 500, their subscriptions and its own.")
    int delete(@Parameters(paramLabel = "DOMAIN") String domain) {
        var response = session.api().delete(Paths.domain(domain));
        return session.done(
                response.required(), response.deleted() ? "deleted domain " + domain : "there is no domain " + domain);
    }

    @Command(description = "Shows the two publishing keys of a domain.")
    int keys(@Parameters(paramLabel = "DOMAIN") String domain) {
        return showKeys(session.api().post(Paths.domain(domain) + "/listKeys").required());
    }

    @Command(
            name = "regenerate-key",
            description = "Replaces one publishing key of a domain; the other one stays valid.")
    int regenerateKey(
            @Parameters(paramLabel = "DOMAIN") String domain,
            @Option(names = "--key-name", required = true, paramLabel = "NAME", description = "key1 or key2")
                    String keyName) {
        var body = JsonNodeFactory.instance.objectNode().put("keyName", keyName);
        return showKeys(session.api()
                .post(Paths.domain(domain) + "/regenerateKey", body)
                .required());
    }

    private int showKeys(JsonNode keys) {
        return session.show(keys, TopicCommands::keyTable);
    }

    @Command(description = "Lists the topics of a domain.")
    int topics(@Parameters(paramLabel = "DOMAIN") String domain) {
        return session.show(session.api().list(Paths.domainTopics(domain)), list -> {
            var table = new TextTable("TOPIC", "ID");
            for (var topic : list.path("value")) {
                table.row(
                        domain + "/" + topic.path("name").asText(),
                        topic.path("id").asText());
            }
            return table.text();
        });
    }

    @Command(name = "create-topic", description = "Creates a topic of a domain, unless its first subscription does.")
    int createTopic(
            @Parameters(paramLabel = "DOMAIN") String domain,
            @Parameters(paramLabel = "TOPIC", description = "its name: 3 to 50 letters, digits and -") String topic) {
        var response = session.api()
                .put(Paths.topic(domain + "/" + topic), JsonNodeFactory.instance.objectNode())
                .required();
        return session.done(response, "domain " + domain + " has topic " + topic);
    }

    @Command(name = "delete-topic", description = "Deletes a topic of a domain and its subscriptions.")
    int deleteTopic(@Parameters(paramLabel = "DOMAIN") String domain, @Parameters(paramLabel = "TOPIC") String topic) {
        var response = session.api().delete(Paths.topic(domain + "/" + topic));
        return session.done(
                response.required(),
                response.deleted() ? "deleted topic " + topic : "domain " + domain + " has no topic " + topic);
    }
}
