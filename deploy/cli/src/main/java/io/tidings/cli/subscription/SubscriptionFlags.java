package io.tidings.cli.subscription;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidings.cli.session.JsonFile;
import io.tidings.cli.session.Members;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that describe a subscription, but for its endpoint. */
public final class SubscriptionFlags {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @Mixin
    private final FilterFlags filter = new FilterFlags();

    @Mixin
    private final DeliveryFlags delivery = new DeliveryFlags();

    @Mixin
    private final QueueFlags queue = new QueueFlags();

    @Option(
            names = "--lanes",
            paramLabel = "N",
            description = "partitions, and so workers, that share its deliveries: 1 to 64 (1)")
    private @Nullable Integer lanes;

    @Option(
            names = "--requests-per-second",
            paramLabel = "N",
            description = "requests a second, from all workers together: 0.1 to 10000 (no limit)")
    private @Nullable Double requestsPerSecond;

    @Option(
            names = "--concurrent-requests",
            paramLabel = "N",
            description = "requests at once, from all workers together: 1 to 1000 (no limit)")
    private @Nullable Integer concurrentRequests;

    @Option(
            names = "--order-by",
            paramLabel = "FIELD",
            description = "the order key, whose events are sent one after the other: subject, kafka.key or a path such"
                    + " as /data/customerId; only when it is created")
    private @Nullable String orderBy;

    @Option(
            names = "--secret-path",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "whether the path of the endpoint is a secret, as that of a chat hook is")
    private @Nullable Boolean secretPath;

    @Option(
            names = "--deadletter-topic",
            paramLabel = "NAME",
            description = "the Kafka topic for dead letters, by its name in the settings")
    private @Nullable String deadLetterTopic;

    @Option(
            names = "--gone",
            paramLabel = "retry|pause",
            description = "what a response 410 does: retry, or pause the subscription (retry)")
    private @Nullable String gone;

    @Option(
            names = "--while-paused",
            paramLabel = "expire|hold",
            description = "what a pause does to what waits: it expires, or is held (expire)")
    private @Nullable String whilePaused;

    @Option(
            names = "--start",
            paramLabel = "now|earliest|TIME",
            description = "the first events that a new subscription gets: new ones, or past ones first (now)")
    private @Nullable String start;

    @Option(
            names = "--tidings",
            paramLabel = "JSON",
            description = "members that Event Grid does not have, such as {\"signing\":{}}")
    private @Nullable String extensions;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "any member of properties: tidings.recovery=schedule, tidings.retry={\"timeToLive\":\"P3D\"};"
                    + " null removes it; may be repeated")
    private Map<String, String> members = Map.of();

    /** The properties that were given. */
    public ObjectNode properties() {
        var properties = JsonNodeFactory.instance.objectNode();
        filter.addTo(properties);
        delivery.addTo(properties);
        queue.addTo(properties);
        Members.put(properties, "tidings", extensions == null ? null : JsonFile.object(extensions, "--tidings needs"));
        Members.put(properties, "tidings.lanes", lanes);
        Members.put(properties, "tidings.limits.requestsPerSecond", requestsPerSecond);
        Members.put(properties, "tidings.limits.concurrentRequests", concurrentRequests);
        Members.put(properties, "tidings.orderBy", orderBy);
        Members.put(properties, "tidings.secretPath", secretPath);
        Members.put(properties, "tidings.deadLetterTopic", deadLetterTopic);
        Members.put(properties, "tidings.gone", gone);
        Members.put(properties, "tidings.whilePaused", whilePaused);
        Members.put(properties, "tidings.start", start);
        members.forEach((path, value) -> Members.put(properties, path, value(value)));
        return properties;
    }

    /** The same as the body of a PUT, with an endpoint. */
    public ObjectNode body(String endpoint) {
        var body = JsonNodeFactory.instance.objectNode();
        var properties = properties();
        EndpointType.webhook.addTo(properties, endpoint);
        body.set("properties", properties);
        return body;
    }

    /** JSON if it is JSON, else a string. */
    private static JsonNode value(String text) {
        try {
            var json = JSON.readTree(text);
            return json.isMissingNode() ? TextNode.valueOf(text) : json;
        } catch (JsonProcessingException _) {
            return TextNode.valueOf(text);
        }
    }
}
