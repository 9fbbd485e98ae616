package io.tidings.ingest.manage;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.DomainTopic;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.eventtype.EventType;
import io.tidings.contract.eventtype.EventTypeJson;
import io.tidings.contract.subscription.DeadLetterAccounts;
import io.tidings.contract.subscription.DeliveryAttributesJson;
import io.tidings.contract.subscription.ExtensionsJson;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicKeys;
import io.tidings.contract.topic.TopicResource;
import io.tidings.ingest.http.Request;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.kafka.AllowedDeadLetterTopics;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Resources as a GET shows them (B-SUB-1, reference §4), without secrets, and the secrets that are asked for.
 *
 * @param publishedAt the URL for publishers; null if it is the URL of management
 */
public record ResourceView(
        ResourceTable table,
        StatusView status,
        TopicIds ids,
        @Nullable URI publishedAt,
        DeadLetterAccounts accounts,
        AllowedContainers containers,
        AllowedDeadLetterTopics letterTopics) {
    private static final String PROBLEM = "provisioningError";

    /** The type of a topic. */
    public static final String TOPIC_TYPE = "Microsoft.EventGrid/topics";

    /** The type of a subscription. */
    public static final String SUBSCRIPTION_TYPE = TOPIC_TYPE + "/eventSubscriptions";

    /** The type of a domain. */
    public static final String DOMAIN_TYPE = "Microsoft.EventGrid/domains";

    /** The type of a topic of a domain. */
    public static final String DOMAIN_TOPIC_TYPE = DOMAIN_TYPE + "/topics";

    private static final String EVENT_TYPE_TYPE = TOPIC_TYPE + "/eventTypes";

    ObjectNode topic(TopicResource topic, Request request) {
        boolean domain = topic.domain() != null;
        var json = resource(
                domain ? ids.ofDomain(topic.name()) : ids.idOf(topic.name()),
                topic.name(),
                domain ? DOMAIN_TYPE : TOPIC_TYPE);
        json.setAll(TopicJson.write(topic));
        var properties = (ObjectNode) json.required("properties");
        properties.put("provisioningState", ProvisioningState.SUCCEEDED.wireName());
        properties.put(
                "endpoint", publishing(request) + (domain ? "/domains/" : "/topics/") + topic.name() + "/api/events");
        table.topicProblem(topic.name()).ifPresent(problem -> properties.put(PROBLEM, problem));
        return json;
    }

    ObjectNode domainTopic(DomainTopic topic) {
        var json = resource(ids.idOf(topic.toString()), topic.name(), DOMAIN_TOPIC_TYPE);
        json.putObject("properties").put("provisioningState", ProvisioningState.SUCCEEDED.wireName());
        return json;
    }

    private String idOf(String topic) {
        return table.domain(topic).isPresent() ? ids.ofDomain(topic) : ids.idOf(topic);
    }

    ObjectNode eventType(EventType type) {
        var key = type.key();
        var json = resource(idOf(key.topic()) + "/eventTypes/" + key.name(), key.name(), EVENT_TYPE_TYPE);
        json.setAll(EventTypeJson.write(type));
        return json;
    }

    private String publishing(Request request) {
        return publishedAt == null ? request.origin() : publishedAt.toString().replaceFirst("/$", "");
    }

    ObjectNode keys(TopicKeys keys) {
        return JsonNodeFactory.instance.objectNode().put("key1", keys.key1()).put("key2", keys.key2());
    }

    ObjectNode signing(Signing signing) {
        var until = signing.formerUntil();
        return JsonNodeFactory.instance
                .objectNode()
                .put("secret", signing.secret())
                .put("formerUntil", until == null ? null : until.toString());
    }

    ObjectNode subscription(SubscriptionEntry entry) {
        var subscription = entry.subscription();
        var key = subscription.key();
        var topicId = idOf(key.topic());
        var json = resource(topicId + "/eventSubscriptions/" + key.name(), key.name(), SUBSCRIPTION_TYPE);
        var properties = (ObjectNode) SubscriptionJson.write(subscription).required("properties");
        if (subscription.destination() instanceof Webhook webhook) {
            var destination = (ObjectNode) properties.required("destination").required("properties");
            destination.remove("endpointUrl"); // its query often holds a secret; getFullUrl returns it
            destination.put(
                    "endpointBaseUrl", webhook.baseUrl(subscription.extensions().secretPath()));
        }
        var attributes = subscription.destination().attributes();
        if (!attributes.isEmpty()) {
            var destination = (ObjectNode) properties.required("destination").required("properties");
            DeliveryAttributesJson.show(attributes, destination.putArray("deliveryAttributeMappings"));
        }
        ExtensionsJson.show(subscription.extensions(), properties);
        properties.put("topic", topicId);
        properties.put("provisioningState", entry.state().wireName());
        problem(entry).ifPresent(problem -> properties.put(PROBLEM, problem));
        putIfAny(properties, "warnings", warnings(subscription));
        properties.put("paused", subscription.paused());
        properties.set("status", status.of(entry));
        json.set("properties", properties);
        return json;
    }

    /** Returns the subscription without the health of its endpoint, which managers do not change. */
    public ObjectNode audited(SubscriptionEntry entry) {
        var json = subscription(entry);
        ((ObjectNode) json.required("properties")).remove("status");
        return json;
    }

    private List<String> warnings(Subscription subscription) {
        var warnings = new ArrayList<String>();
        Optional.ofNullable(subscription.deadLetters())
                .flatMap(accounts::warning)
                .ifPresent(warnings::add);
        containerNotAllowed(subscription).ifPresent(warnings::add);
        letterTopicNotAllowed(subscription).ifPresent(warnings::add);
        subscription
                .unread()
                .unknown()
                .forEach(path -> warnings.add(path
                        + " is in the record and has no effect, because this release does not know it; a PATCH keeps"
                        + " it, a PUT removes it"));
        var policy = subscription.retryPolicy();
        var limits = subscription.retryProfile().limits();
        if (policy.maxDeliveryAttempts() != null && limits.maxDeliveryAttempts() != null) {
            warnings.add(noEffect("maxDeliveryAttempts", "maxDeliveryAttempts"));
        }
        if (policy.eventTimeToLive() != null && limits.timeToLive() != null) {
            warnings.add(noEffect("eventTimeToLiveInMinutes", "timeToLive"));
        }
        partitionedOtherwise(subscription).ifPresent(warnings::add);
        return warnings;
    }

    /** A container stays where a record names it although the settings do not allow it any more (B-DLQ-4). */
    private Optional<String> containerNotAllowed(Subscription subscription) {
        return Optional.ofNullable(subscription.deadLetters())
                .flatMap(letters -> containers.brokenBy(
                        letters.account(),
                        letters.container(),
                        subscription.key().topic()))
                .map(rule -> "properties.deadLetterDestination " + rule
                        + ". Meanwhile they wait as for a storage that does not respond, and are dropped after"
                        + " deadletter.drop.after");
    }

    private Optional<String> letterTopicNotAllowed(Subscription subscription) {
        return Optional.ofNullable(subscription.extensions().deadLetterTopic())
                .flatMap(name -> letterTopics.brokenBy(name, subscription.key().topic()))
                .map(rule -> "properties.tidings.deadLetterTopic " + rule + ". Meanwhile none are copied there");
    }

    /** Order holds within a partition of {@code events}, so events must be partitioned by their order key (B-LANE-2). */
    private Optional<String> partitionedOtherwise(Subscription subscription) {
        var orderBy = subscription.extensions().orderBy();
        if (orderBy == null || orderBy.ofSource()) {
            return Optional.empty();
        }
        return table.topic(subscription.key().topic())
                .map(TopicEntry::topic)
                .filter(topic ->
                        topic.partitionBy() == null || !topic.partitionBy().sameAs(orderBy))
                .map(topic -> "properties.tidings.orderBy is " + orderBy.text() + ", but the topic's"
                        + " properties.tidings.partitionBy "
                        + (topic.partitionBy() == null
                                ? "is not set"
                                : "is " + topic.partitionBy().text())
                        + ": events of one order key go to several partitions and are not in order among each other,"
                        + " unless their publishers choose that key");
    }

    private static String noEffect(String ofPolicy, String ofProfile) {
        return "properties.retryPolicy." + ofPolicy + " has no effect, because properties.tidings.retry." + ofProfile
                + " is set as well";
    }

    /** Only another tool can write a subscription without its topic, which defines the handshake. */
    private Optional<String> problem(SubscriptionEntry entry) {
        var key = entry.subscription().key();
        if (table.topic(key.topic()).isEmpty()) {
            return Optional.of(
                    "there is no topic " + key.topic() + "; create it " + RequiredTopic.creation(key.topic()));
        }
        return table.problem(key)
                .or(() -> Optional.ofNullable(entry.provisioning().problem()));
    }

    ObjectNode deliveryAttributes(SubscriptionEntry entry) {
        var json = JsonNodeFactory.instance.objectNode();
        DeliveryAttributesJson.show(entry.subscription().destination().attributes(), json.putArray("value"));
        return json;
    }

    private static ObjectNode resource(String id, String name, String type) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("name", name)
                .put("type", type);
    }
}
