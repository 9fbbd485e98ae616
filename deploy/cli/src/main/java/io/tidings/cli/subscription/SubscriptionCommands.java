package io.tidings.cli.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.Paths;
import io.tidings.cli.api.SubscriptionName;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that describe, show and delete subscriptions, and those that act on one. */
@Command(name = "subscription", description = "Creates, shows, changes and deletes subscriptions.")
public final class SubscriptionCommands {
    private static final String NAME = "TOPIC/NAME";
    private static final String PROPERTIES = "properties";
    private static final String ENDPOINT = "the webhook, or the resource id of an event hub";
    private static final String ENDPOINT_TYPE =
            "webhook, or eventhub for a Kafka topic that the settings allow; webhook by default";

    private final CommandSession session;

    public SubscriptionCommands(CommandSession session) {
        this.session = session;
    }

    @Command(description = "Creates a subscription: Tidings asks the endpoint for its consent, then delivers to it.")
    int create(
            @Parameters(paramLabel = NAME) SubscriptionName name,
            @Option(names = "--endpoint", paramLabel = "URL", description = ENDPOINT) @Nullable String endpoint,
            @Option(names = "--endpoint-type", paramLabel = "TYPE", description = ENDPOINT_TYPE) @Nullable
                    EndpointType type,
            @Option(
                            names = "--from-file",
                            paramLabel = "FILE",
                            description = "the subscription as JSON or YAML; flags win")
                    @Nullable
                    Path file,
            @Option(names = "--replace", description = "replace the subscription if it exists") boolean replace,
            @Mixin SubscriptionFlags flags) {
        var body = body(file, endpoint, type, flags);
        var destination = body.at("/properties/destination/properties");
        if (body.at("/properties/deliveryConfiguration").isMissingNode()
                && destination.path("endpointUrl").asText("").isEmpty()
                && destination.path("resourceId").asText("").isEmpty()) {
            throw CommandFailure.usage(
                    "A subscription needs an endpoint: give --endpoint URL, or --queue if its events are received.");
        }
        var api = session.api();
        var response = replace ? api.put(name.path(), body) : api.create(name.path(), body);
        return session.done(response.required(), "subscription %s: %s".formatted(name, state(response.body())));
    }

    @Command(description = "Changes what is given of a subscription, and leaves the rest.")
    int update(
            @Parameters(paramLabel = NAME) SubscriptionName name,
            @Option(names = "--endpoint", paramLabel = "URL", description = ENDPOINT) @Nullable String endpoint,
            @Option(names = "--endpoint-type", paramLabel = "TYPE", description = ENDPOINT_TYPE) @Nullable
                    EndpointType type,
            @Option(names = "--from-file", paramLabel = "FILE", description = "members as JSON or YAML; flags win")
                    @Nullable
                    Path file,
            @Mixin SubscriptionFlags flags) {
        var body = body(file, endpoint, type, flags);
        if (body.path(PROPERTIES).isEmpty()) {
            throw CommandFailure.usage("Nothing was given to change: tidings subscription update --help");
        }
        return patched(name, body);
    }

    private static ObjectNode body(
            @Nullable Path file, @Nullable String endpoint, @Nullable EndpointType type, SubscriptionFlags flags) {
        var body = JsonNodeFactory.instance.objectNode();
        var properties = body.putObject(PROPERTIES);
        if (file != null) {
            var read = JsonFile.read(file);
            properties.setAll(read.get(PROPERTIES) instanceof ObjectNode object ? object : read);
        }
        merge(properties, flags.properties());
        if (endpoint != null) {
            (type == null ? EndpointType.webhook : type).addTo(properties, endpoint);
        } else if (type != null) {
            type.setIn(properties);
        }
        return body;
    }

    private static void merge(ObjectNode target, ObjectNode source) {
        source.properties().forEach(member -> {
            if (member.getValue() instanceof ObjectNode from
                    && target.get(member.getKey()) instanceof ObjectNode into) {
                merge(into, from);
            } else {
                target.set(member.getKey(), member.getValue());
            }
        });
    }

    @Command(description = "Shows a subscription and the health of its endpoint.")
    int show(
            @Parameters(paramLabel = NAME) SubscriptionName name,
            @Option(names = "--full-url", description = "only the endpoint, with its query") boolean fullUrl) {
        var api = session.api();
        if (fullUrl) {
            return session.show(
                    api.post(name.path("getFullUrl")).required(),
                    json -> json.path("endpointUrl").asText());
        }
        var subscription = api.get(name.path()).requiredObject();
        return session.show(subscription, _ -> SubscriptionView.text(name, subscription));
    }

    @Command(description = "Lists the subscriptions of a topic, or of all topics.")
    int list(
            @Parameters(paramLabel = "TOPIC", arity = "0..1") @Nullable String topic,
            @Option(names = "--health", paramLabel = "HEALTH", description = "only of this one, such as Failing")
                    @Nullable
                    String health,
            @Option(names = "--host", paramLabel = "TEXT", description = "only if it is a part of the host") @Nullable
                    String host,
            @Option(names = "--find", paramLabel = "TEXT", description = "only if it is a part of TOPIC/NAME") @Nullable
                    String find) {
        if (topic != null && health == null && host == null && find == null) {
            return session.show(session.api().list(Paths.subscriptions(topic)), SubscriptionCommands::table);
        }
        var path = Paths.with(Paths.SUBSCRIPTIONS, "topic", topic, "health", health, "host", host, "find", find);
        return session.show(session.api().list(path), SubscriptionCommands::mostUrgentFirst);
    }

    private static String table(JsonNode list) {
        var table = new TextTable("SUBSCRIPTION", "ENDPOINT", "HEALTH", "MATCHED", "DELIVERED", "WAITING");
        for (var each : list.path("value")) {
            var properties = each.path(PROPERTIES);
            table.row(
                    each.path("name").asText(),
                    properties.has("deliveryConfiguration")
                            ? "a queue"
                            : properties
                                    .at("/destination/properties/endpointBaseUrl")
                                    .asText(),
                    health(properties),
                    properties.at("/status/matched").asText(),
                    properties.at("/status/delivered").asText(),
                    properties.at("/status/waiting").asText());
        }
        return table.text();
    }

    private static String mostUrgentFirst(JsonNode list) {
        var table = new TextTable("SUBSCRIPTION", "HEALTH", "HOST", "DELIVERED", "FAILED", "WAITING", "OLDEST", "WHY");
        for (var each : list.path("value")) {
            table.row(
                    each.path("topic").asText() + "/" + each.path("name").asText(),
                    each.path("health").asText(),
                    each.path("host").asText(),
                    each.at("/recent/delivered").asText(),
                    each.at("/recent/failed").asText(),
                    each.path("waiting").asText(),
                    each.path("oldest").asText(),
                    each.path("reason").asText(each.path("provisioningState").asText("")));
        }
        return table.text();
    }

    @Command(description = "Deletes a subscription; what waits for it is dropped.")
    int delete(@Parameters(paramLabel = NAME) SubscriptionName name) {
        var response = session.api().delete(name.path());
        return session.done(
                response.required(),
                response.deleted() ? "deleted subscription " + name : "there is no subscription " + name);
    }

    @Command(description = "Sends nothing to the endpoint until the subscription is resumed.")
    int pause(@Parameters(paramLabel = NAME) SubscriptionName name) {
        return patched(name, paused(true));
    }

    @Command(description = "Sends again what waited while the subscription was paused.")
    int resume(@Parameters(paramLabel = NAME) SubscriptionName name) {
        return patched(name, paused(false));
    }

    private static ObjectNode paused(boolean paused) {
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject(PROPERTIES).put("paused", paused);
        return body;
    }

    private int patched(SubscriptionName name, ObjectNode body) {
        var response = session.api().patch(name.path(), body).required();
        return session.done(response, "subscription %s: %s".formatted(name, state(response)));
    }

    @Command(name = "retry-now", description = "Sends what waits for a retry now.")
    int retryNow(
            @Parameters(paramLabel = NAME, arity = "0..1") @Nullable SubscriptionName name,
            @Option(
                            names = "--host",
                            paramLabel = "HOST",
                            description = "instead: all subscriptions of your topics with endpoints at this host")
                    @Nullable
                    String host,
            @Option(names = "--dry-run", description = "with --host: only show which these are") boolean dryRun) {
        if ((name == null) == (host == null) || (dryRun && host == null)) {
            throw CommandFailure.usage("Name one subscription as TOPIC/NAME, or give --host HOST.");
        }
        if (name == null) {
            var body = JsonNodeFactory.instance.objectNode().put("host", host).put("dryRun", dryRun);
            return retried(
                    session.api().post(Paths.SUBSCRIPTIONS + "/retryNow", body).required());
        }
        var response = session.api().post(name.path("retryNow")).required();
        return session.done(response, response.path("message").asText("requested"));
    }

    private int retried(JsonNode response) {
        var names = response.path("subscriptions")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        return session.done(
                response,
                "%s of %d subscription%s%s"
                        .formatted(
                                response.path("dryRun").asBoolean()
                                        ? "nothing is sent; it would be what waits for a retry"
                                        : "sent within seconds: what waits for a retry",
                                names.size(),
                                names.size() == 1 ? "" : "s",
                                names.isEmpty() ? "" : ": " + String.join(", ", names)));
    }

    @Command(description = "Shows the two keys of the receivers of a queue.")
    int keys(@Parameters(paramLabel = NAME) SubscriptionName name) {
        return showKeys(session.api().post(name.path("listKeys")).required());
    }

    @Command(name = "regenerate-key", description = "Replaces one key of the receivers; the other one stays valid.")
    int regenerateKey(
            @Parameters(paramLabel = NAME) SubscriptionName name,
            @Option(names = "--key-name", required = true, paramLabel = "NAME", description = "key1 or key2")
                    String keyName) {
        var body = JsonNodeFactory.instance.objectNode().put("keyName", keyName);
        return showKeys(session.api().post(name.path("regenerateKey"), body).required());
    }

    private int showKeys(JsonNode keys) {
        return session.show(
                keys,
                json -> new TextTable("NAME", "KEY")
                        .row("key1", json.path("key1").asText())
                        .row("key2", json.path("key2").asText())
                        .text());
    }

    @Command(name = "rotate-signing-secret", description = "Replaces the secret that requests are signed with.")
    int rotateSigningSecret(
            @Parameters(paramLabel = NAME) SubscriptionName name,
            @Option(names = "--secret", paramLabel = "SECRET", description = "the new one; by default a random one")
                    @Nullable
                    String secret,
            @Option(
                            names = "--overlap",
                            paramLabel = "DURATION",
                            description = "how long the former one signs, too, such as P1D")
                    @Nullable
                    String overlap) {
        var body = JsonNodeFactory.instance.objectNode();
        Members.put(body, "secret", secret);
        Members.put(body, "overlap", overlap);
        var response =
                session.api().post(name.path("rotateSigningSecret"), body).requiredObject();
        return session.show(response, _ -> new Description("SUBSCRIPTION", name.toString(), response).text());
    }

    @Command(description = "Sends a test event to this subscription alone, whatever its filter says.")
    int test(
            @Parameters(paramLabel = NAME) SubscriptionName name,
            @Option(names = "--file", paramLabel = "FILE", description = "an event of your own, as JSON") @Nullable
                    Path file) {
        var path = name.path("test");
        var api = session.api();
        var response = (file == null ? api.post(path) : api.post(path, JsonFile.read(file))).required();
        var id = response.path("eventId").asText();
        return session.done(response, "sent the event %s: tidings event show %s %s".formatted(id, name.topic(), id));
    }

    /** Such as "Delivering", or "NotValidated (Creating)". */
    private static String health(JsonNode properties) {
        var health = properties.at("/status/health").asText();
        var state = properties.path("provisioningState").asText();
        return state.equals("Succeeded") ? health : "%s (%s)".formatted(health, state);
    }

    private static String state(JsonNode subscription) {
        var properties = subscription.path(PROPERTIES);
        var text = new StringBuilder(health(properties));
        for (var problem : List.of(properties.path("provisioningError"), properties.at("/status/reason"))) {
            if (problem.isTextual()) {
                text.append("\n  ").append(problem.textValue());
            }
        }
        properties.path("warnings").forEach(each -> text.append("\n  warning: ").append(each.asText()));
        return text.toString();
    }
}
