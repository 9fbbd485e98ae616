package io.tidings.contract.subscription;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.UnknownMembers;
import io.tidings.contract.json.Unread;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Subscriptions as JSON: the content of a PUT and of a record of the subscriptions table (B-SUB-1, reference §4.2).
 * A PUT with members of later releases is refused, so that no owner believes they work; a record keeps them.
 *
 * @param sealed whether secrets may be sealed, as in records
 */
public record SubscriptionJson(EndpointRules endpoints, boolean sealed) {
    /** The members that name an identity of Azure, and those of Tidings that they hold on Azure's paths. */
    public static final Map<String, String> IDENTITIES = Map.of(
            "deliveryWithResourceIdentity", "destination", "deadLetterWithResourceIdentity", "deadLetterDestination");

    static final String MINIMUM_TLS = "minimumTlsVersionAllowed";
    private static final List<String> TLS_VERSIONS = List.of("1.0", "1.1", "1.2");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-]{3,64}");
    private static final int MAX_ATTEMPTS = 30;
    private static final int MAX_MINUTES = 1440;
    private static final String RESOURCE_ID_FORMS =
            "as …/storageAccounts/NAME or …/storageAccounts/NAME/blobServices/default/containers/CONTAINER";
    private static final String[] READ_ONLY = {
        "topic", "provisioningState", "provisioningError", "endpointBaseUrl", "status", "warnings", "systemData"
    };

    /** The JSON form of requests. */
    public SubscriptionJson(EndpointRules endpoints) {
        this(endpoints, false);
    }

    /** The JSON form of records, which has the same rules. */
    public SubscriptionJson ofRecords() {
        return new SubscriptionJson(endpoints, true);
    }

    public Validated<Subscription> read(SubscriptionKey key, byte[] json) {
        return ResourceJson.validated(json, tree -> read(key, tree));
    }

    public Validated<Subscription> read(SubscriptionKey key, JsonNode json) {
        return read(key, json, null);
    }

    /** @param unknown where unknown members are kept; null if they are refused */
    public Validated<Subscription> read(SubscriptionKey key, JsonNode json, @Nullable UnknownMembers unknown) {
        var violations = new ArrayList<Violation>();
        var read = read(key, JsonObjectReader.root(json, violations, unknown), violations);
        return violations.isEmpty() ? new Validated.Valid<>(read) : new Validated.Invalid<>(violations);
    }

    /**
     * Reads a record, and keeps the members that it does not know (B-SUB-6).
     *
     * @param own whether Tidings wrote it: rules that it breaks are those of another release or of other settings, so
     *     they hold its deliveries and do not make it invalid
     * @param requires features that a program must know to deliver
     */
    public Validated<Subscription> readRecord(SubscriptionKey key, byte[] json, boolean own, Set<String> requires) {
        var violations = new ArrayList<Violation>();
        var unknown = new UnknownMembers();
        return ResourceJson.validated(json, tree -> {
            var root = JsonObjectReader.root(tree, violations, unknown);
            var read = read(key, root, violations);
            if (!root.present() || (!own && !violations.isEmpty())) {
                return new Validated.Invalid<>(violations);
            }
            var missing = new TreeSet<>(requires);
            missing.removeIf(
                    feature -> feature.equals(DeliveryConfigurationJson.MEMBER) || ExtensionsJson.knows(feature));
            return new Validated.Valid<>(read.with(unknown.in(json, violations, missing)));
        });
    }

    /** Returns what the rules understand, with their defaults where one is broken. */
    private Subscription read(SubscriptionKey key, JsonObjectReader root, List<Violation> violations) {
        if (!NAME.matcher(key.name()).matches()) {
            violations.add(new Violation("name", "must be 3 to 64 letters, digits and -"));
        }
        root.ignoring("id", "name", "type", "systemData", "location"); // generic clients send a location
        var properties = root.object("properties").ignoring(READ_ONLY);
        if (root.present() && !properties.present()) {
            root.broken("properties", "is required");
        }
        var received = DeliveryConfigurationJson.read(properties);
        var destinationJson = properties.object("destination");
        var destination = received == null ? destination(destinationJson) : received.queue();
        var schema = deliverySchema(properties, destinationJson.object("properties"));
        if (received != null) {
            if (schema != null && schema != EventSchema.CLOUD_EVENTS) {
                properties.broken("eventDeliverySchema", "must be CloudEventSchemaV1_0 for a queue");
            }
            schema = EventSchema.CLOUD_EVENTS;
        }
        var filter = EventFilterJson.read(properties.object("filter"));
        var policy = retryPolicy(properties.object("retryPolicy"));
        if (received != null && !policy.equals(RetryPolicy.DEFAULT)) {
            properties.broken(
                    "retryPolicy",
                    "must not be given for a queue, of which deliveryConfiguration.queue says how often and how long"
                            + " its events are handed out");
        }
        var deadLetters = received == null ? deadLetters(properties) : deadLetters(properties, received);
        var expires = expires(properties);
        var labels = properties.texts("labels");
        boolean paused = properties.flag("paused");
        var extensions = ExtensionsJson.read(properties, endpoints, sealed);
        if (extensions.gone() == Gone.PAUSE && destination instanceof KafkaDestination) {
            properties
                    .object(ExtensionsJson.MEMBER)
                    .broken("gone", "must not be pause for a Kafka topic, which responds with no status");
        }
        if (extensions.agent() != null && !isForAgent(destination, schema)) {
            properties
                    .object(ExtensionsJson.MEMBER)
                    .broken(
                            AgentJson.MEMBER,
                            "must be for a WebHook without batching, with the eventDeliverySchema"
                                    + " CloudEventSchemaV1_0");
        }
        var azure = azure(properties, destinationJson.object("properties"));
        properties.refuseOthers();
        root.refuseOthers();
        return new Subscription(
                key,
                destination == null ? new UnreadDestination() : destination,
                filter,
                schema,
                policy,
                deadLetters,
                expires,
                labels,
                paused,
                extensions,
                azure,
                Unread.NONE);
    }

    /** A request to an agent has one event, which is made of a CloudEvent. */
    private static boolean isForAgent(@Nullable Destination destination, @Nullable EventSchema schema) {
        return destination instanceof Webhook webhook
                && webhook.batching() == null
                && schema == EventSchema.CLOUD_EVENTS;
    }

    /** Azure's identities have no effect, because nothing in Tidings has one (B-ARM-2). */
    private static ObjectNode azure(JsonObjectReader properties, JsonObjectReader ofDestination) {
        var kept = JsonNodeFactory.instance.objectNode();
        IDENTITIES.keySet().stream().sorted().forEach(name -> {
            var identity = JsonNodeFactory.instance.objectNode();
            var holder = properties.object(name);
            holder.keep(
                    "identity",
                    JsonNode::isObject,
                    "must be an object of at most " + JsonObjectReader.MAX_KEPT + " characters",
                    identity);
            holder.refuseOthers();
            if (!identity.isEmpty()) {
                kept.set(name, identity);
            }
        });
        ofDestination.keep(
                MINIMUM_TLS,
                value -> value.isTextual() && TLS_VERSIONS.contains(value.textValue()),
                "must be 1.0, 1.1 or 1.2: requests with TLS use 1.2 or 1.3, and no subscription can require more",
                kept);
        return kept;
    }

    private @Nullable Destination destination(JsonObjectReader destination) {
        var type = destination.requiredText("endpointType");
        if (type.equalsIgnoreCase(KafkaDestinationJson.TYPE)) {
            return KafkaDestinationJson.read(destination);
        }
        if (!type.isEmpty() && !type.equalsIgnoreCase(WebhookJson.TYPE)) {
            destination.broken("endpointType", "must be WebHook or EventHub");
        }
        return new WebhookJson(endpoints, sealed).read(destination);
    }

    /** Returns the record: also what this release does not understand. */
    public static JsonNode writeRecord(Subscription subscription) {
        return subscription.unread().addTo(write(subscription));
    }

    /** Returns what a program must know to deliver, for the record. */
    public static Set<String> requires(Subscription subscription) {
        var words = new TreeSet<>(subscription.unread().requires());
        words.addAll(ExtensionsJson.required(subscription.extensions()));
        if (subscription.destination() instanceof QueueDestination) {
            words.add(DeliveryConfigurationJson.MEMBER);
        }
        return words;
    }

    public static ObjectNode write(Subscription subscription) {
        var json = JsonNodeFactory.instance.objectNode();
        var properties = json.putObject("properties");
        switch (subscription.destination()) {
            case Webhook webhook -> WebhookJson.write(webhook, properties.putObject("destination"));
            case KafkaDestination kafka -> KafkaDestinationJson.write(kafka, properties.putObject("destination"));
            case QueueDestination queue -> DeliveryConfigurationJson.write(queue, properties);
            case UnreadDestination _ -> {}
        }
        EventFilterJson.write(subscription.filter(), properties.putObject("filter"));
        if (subscription.deliverySchema() != null) {
            properties.put("eventDeliverySchema", subscription.deliverySchema().deliveryName());
        }
        write(subscription.retryPolicy(), properties.putObject("retryPolicy"));
        var deadLetters = subscription.deadLetters();
        if (deadLetters != null) {
            var target = properties.putObject("deadLetterDestination");
            target.put("endpointType", "StorageBlob");
            target.putObject("properties")
                    .put("resourceId", deadLetters.resourceId())
                    .put("blobContainerName", deadLetters.container());
        }
        putIfAny(properties, "expirationTimeUtc", subscription.expires());
        putIfAny(properties, "labels", subscription.labels());
        putUnless(properties, "paused", subscription.paused(), false);
        ExtensionsJson.write(subscription.extensions(), properties);
        subscription.azure().properties().forEach(member -> {
            boolean ofDestination = member.getKey().equals(MINIMUM_TLS);
            if ((ofDestination ? properties.at("/destination/properties") : properties) instanceof ObjectNode place) {
                place.set(member.getKey(), member.getValue().deepCopy());
            }
        });
        return json;
    }

    private static void write(RetryPolicy policy, ObjectNode json) {
        putIfAny(json, "maxDeliveryAttempts", policy.maxDeliveryAttempts());
        if (policy.eventTimeToLive() != null) {
            json.put("eventTimeToLiveInMinutes", policy.eventTimeToLive().toMinutes());
        }
    }

    private static @Nullable EventSchema deliverySchema(JsonObjectReader properties, JsonObjectReader ofDestination) {
        var place = properties.has("eventDeliverySchema") ? properties : ofDestination;
        return place.parsed(
                "eventDeliverySchema",
                EventSchema::ofDelivery,
                "must be EventGridSchema, CloudEventSchemaV1_0 or CustomInputSchema");
    }

    private static RetryPolicy retryPolicy(JsonObjectReader policy) {
        var attempts = policy.integer("maxDeliveryAttempts", 1, MAX_ATTEMPTS);
        var minutes = policy.integer("eventTimeToLiveInMinutes", 1, MAX_MINUTES);
        var alias = policy.integer("eventExpiryInMinutes", 1, MAX_MINUTES);
        if (minutes != null && alias != null && !minutes.equals(alias)) {
            policy.broken("eventExpiryInMinutes", "contradicts eventTimeToLiveInMinutes, which means the same");
        }
        policy.refuseOthers();
        var effective = minutes == null ? alias : minutes;
        return new RetryPolicy(attempts, effective == null ? null : Duration.ofMinutes(effective));
    }

    /** Those of a queue may stand in two places. */
    private @Nullable DeadLetterDestination deadLetters(
            JsonObjectReader properties, DeliveryConfigurationJson.Read received) {
        var usual = deadLetters(properties);
        var ofQueue = deadLetters(received.deadLetters());
        received.deadLetters().refuseOthers();
        if (usual != null && ofQueue != null && !usual.equals(ofQueue)) {
            received.deadLetters()
                    .broken(
                            "deadLetterDestination",
                            "contradicts properties.deadLetterDestination, which means the same");
        }
        return usual == null ? ofQueue : usual;
    }

    private @Nullable DeadLetterDestination deadLetters(JsonObjectReader properties) {
        var destination = properties.object("deadLetterDestination");
        if (!destination.present()) {
            return null;
        }
        if (!destination.requiredText("endpointType").equalsIgnoreCase("StorageBlob")) {
            destination.broken("endpointType", "must be StorageBlob");
        }
        var target = destination.object("properties");
        var id = target.requiredText("resourceId");
        var named = DeadLetterDestination.containerIn(id);
        var given = named.isPresent() ? target.text("blobContainerName") : target.requiredText("blobContainerName");
        var container = given == null ? named.orElseThrow() : given;
        if (!id.isBlank() && !namesAccount(id)) {
            target.broken("resourceId", "must name a storage account, letters and digits, " + RESOURCE_ID_FORMS);
        }
        if (named.isPresent() && !named.get().equals(container)) {
            target.broken("blobContainerName", "contradicts resourceId, which names the container " + named.get());
        } else if (!container.isBlank() && !DeadLetterDestination.isContainer(container)) {
            target.broken(
                    "blobContainerName",
                    "must be 3 to 63 lower-case letters, digits and single -, starting and ending without -");
        }
        target.refuseOthers();
        destination.refuseOthers();
        return new DeadLetterDestination(id, container);
    }

    /** Records may hold paths that former releases accepted: any path that ends in the account's name. */
    private boolean namesAccount(String resourceId) {
        var account = sealed
                ? Optional.of(DeadLetterDestination.accountOf(resourceId))
                : DeadLetterDestination.accountIn(resourceId);
        return account.filter(DeadLetterDestination::isAccount).isPresent();
    }

    private static @Nullable Instant expires(JsonObjectReader properties) {
        var text = properties.text("expirationTimeUtc");
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            properties.broken("expirationTimeUtc", "must be an ISO 8601 time such as 2030-01-02T03:04:05Z");
            return null;
        }
    }
}
