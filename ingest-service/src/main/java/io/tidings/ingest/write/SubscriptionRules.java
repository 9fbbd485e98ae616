package io.tidings.ingest.write;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.subscription.Start;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.UnreadDestination;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.TopicResource;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.authentication.EndpointAccess;
import io.tidings.runtime.kafka.AllowedDeadLetterTopics;
import io.tidings.runtime.kafka.AllowedDestinations;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The rules of a subscription: its own shape, then those that depend on its topic, the clock, the network, the
 * brokers, or the settings, and the secrets that it keeps.
 *
 * @param retention returns why events of a topic may not live so long; empty if they may
 * @param credentials that subscriptions may name
 * @param destinations the Kafka topics that may be destinations
 * @param containers that may have their dead letters
 * @param letterTopics the Kafka topics that may have them
 * @param limits of what managers may create
 */
public record SubscriptionRules(
        SubscriptionJson json,
        AddressRules addresses,
        BiFunction<String, Duration, Optional<String>> retention,
        SigningSecrets signing,
        CredentialSettings credentials,
        AllowedDestinations destinations,
        AllowedContainers containers,
        AllowedDeadLetterTopics letterTopics,
        ResourceLimits limits) {
    private static final String DESTINATION = "properties.destination.properties.";
    private static final String START = "properties.tidings.start";
    private static final String TENANT = DESTINATION + "azureActiveDirectoryTenantId";

    /** @param before the version that the body replaces */
    public Validated<Subscription> read(
            SubscriptionKey key, byte[] body, Optional<SubscriptionEntry> before, TopicResource topic, Instant now) {
        var backfill = new SecretBackfill(before, signing.secretAfter(before));
        return switch (json.read(key, backfill.backfill(body))) {
            case Validated.Invalid<Subscription>(var violations) ->
                new Validated.Invalid<>(backfill.explain(violations, body));
            case Validated.Valid<Subscription>(var subscription) -> {
                var broken = brokenBy(subscription, topic, now);
                if (before.filter(entry -> sameAccess(entry.subscription(), subscription))
                        .isEmpty()) {
                    broken.addAll(useBrokenBy(subscription));
                }
                var letters = subscription.deadLetters();
                if (letters != null
                        && before.filter(entry ->
                                        letters.equals(entry.subscription().deadLetters()))
                                .isEmpty()) {
                    containers
                            .brokenBy(letters.account(), letters.container(), key.topic())
                            .ifPresent(rule -> broken.add(new Violation("properties.deadLetterDestination", rule)));
                }
                var letterTopic = subscription.extensions().deadLetterTopic();
                if (letterTopic != null
                        && before.filter(entry -> letterTopic.equals(
                                        entry.subscription().extensions().deadLetterTopic()))
                                .isEmpty()) {
                    letterTopics
                            .brokenBy(letterTopic, key.topic())
                            .ifPresent(rule -> broken.add(new Violation("properties.tidings.deadLetterTopic", rule)));
                }
                broken.addAll(limits.brokenBy(subscription, before.map(SubscriptionEntry::subscription)));
                start(before, subscription.extensions().start(), topic, now).ifPresent(broken::add);
                agent(before, subscription).ifPresent(broken::add);
                before.ifPresent(entry -> order(entry.subscription().extensions(), subscription.extensions(), broken));
                before.flatMap(entry -> mode(entry.subscription(), subscription))
                        .ifPresent(broken::add);
                yield broken.isEmpty()
                        ? new Validated.Valid<>(starting(before, signing.carriedOver(before, subscription, now)))
                        : new Validated.Invalid<>(broken);
            }
        };
    }

    private List<Violation> brokenBy(Subscription subscription, TopicResource topic, Instant now) {
        var violations = new ArrayList<Violation>();
        var schema = subscription.deliveredAs(topic.inputSchema());
        if (!topic.inputSchema().deliverableAs(schema)) {
            violations.add(new Violation(
                    "properties.eventDeliverySchema",
                    "must not be " + schema.deliveryName() + ", because the topic takes "
                            + topic.inputSchema().inputName()));
        }
        if (subscription.expired(now)) {
            violations.add(new Violation("properties.expirationTimeUtc", "must be in the future"));
        }
        Optional.ofNullable(subscription.retryProfile().limits().timeToLive())
                .flatMap(timeToLive -> retention.apply(topic.name(), timeToLive))
                .ifPresent(rule -> violations.add(new Violation("properties.tidings.retry.timeToLive", rule)));
        switch (subscription.destination()) {
            case Webhook webhook -> webhook(webhook, subscription, violations);
            case KafkaDestination _ -> kafka(subscription, violations);
            case QueueDestination queue -> queue(topic, queue, violations);
            case UnreadDestination _ -> throw new IllegalStateException("a PUT is read strictly");
        }
        return violations;
    }

    private void queue(TopicResource topic, QueueDestination queue, List<Violation> violations) {
        Optional.ofNullable(queue.eventTimeToLive())
                .flatMap(timeToLive -> retention.apply(topic.name(), timeToLive))
                .ifPresent(rule ->
                        violations.add(new Violation("properties.deliveryConfiguration.queue.eventTimeToLive", rule)));
    }

    /** The rules of the settings about what the subscriptions of a topic may name (B-AUTH-4, B-DEST-1). */
    private List<Violation> useBrokenBy(Subscription subscription) {
        return switch (subscription.destination()) {
            case Webhook _ -> credentials.brokenBy(subscription);
            case KafkaDestination kafka ->
                destinations.brokenBy(kafka, subscription.key().topic()).stream()
                        .map(rule -> new Violation(DESTINATION + "resourceId", rule))
                        .toList();
            case QueueDestination _ -> List.of();
            case UnreadDestination _ -> throw new IllegalStateException("a PUT is read strictly");
        };
    }

    /** A subscription that names what it named before can be changed otherwise, also if that was never stated. */
    private static boolean sameAccess(Subscription before, Subscription now) {
        return before.destination().endpoint().equals(now.destination().endpoint())
                && Objects.equals(EndpointAccess.of(before), EndpointAccess.of(now));
    }

    /** A subscription starts once; it is the same whether a later PUT says so again or leaves it out (B-START). */
    private static Optional<Violation> start(
            Optional<SubscriptionEntry> before, Start start, TopicResource topic, Instant now) {
        if (start.since() == null) {
            return Optional.empty();
        }
        if (before.isPresent()) {
            boolean same = before.get().subscription().extensions().start().equals(start);
            return same
                    ? Optional.empty()
                    : Optional.of(new Violation(
                            START,
                            "must not be set for a subscription that exists; a replay brings past events to it"));
        }
        if (topic.source() != null) {
            return Optional.of(new Violation(
                    START,
                    "must not be set for a topic with a source; properties.tidings.source.start of the topic says what"
                            + " a new subscription gets"));
        }
        return start.since().isAfter(now)
                ? Optional.of(new Violation(START, "must not be in the future"))
                : Optional.empty();
    }

    /** What receivers have would be sent as well (B-PULL). */
    private static Optional<Violation> mode(Subscription before, Subscription now) {
        boolean same =
                before.destination() instanceof QueueDestination == now.destination() instanceof QueueDestination;
        return same
                ? Optional.empty()
                : Optional.of(new Violation(
                        "properties.deliveryConfiguration",
                        "must stay as it was when the subscription was created, because receivers may have some of its"
                                + " events; create another subscription"));
    }

    /**
     * The mark says who gets the events, and only that agent's token can prove it. So nobody else lets its subscription
     * last longer, or it would outlive what the token may (B-MCP-2).
     */
    private static Optional<Violation> agent(Optional<SubscriptionEntry> before, Subscription now) {
        var kept = before.map(SubscriptionEntry::subscription);
        var mark = kept.map(each -> each.extensions().agent()).orElse(null);
        if (!Objects.equals(mark, now.extensions().agent())) {
            return Optional.of(new Violation(
                    "properties.tidings.agent", "must stay as it is; agents subscribe over MCP, see agents.md"));
        }
        return mark == null || kept.filter(each -> lastsLonger(now, each)).isEmpty()
                ? Optional.empty()
                : Optional.of(new Violation(
                        "properties.expirationTimeUtc",
                        "must be set, and must not be later than it was: only the agent itself lets its subscription"
                                + " last longer"));
    }

    private static boolean lastsLonger(Subscription now, Subscription before) {
        return now.expires() == null
                || (before.expires() != null && now.expires().isAfter(before.expires()));
    }

    /** A start that is open goes on though a PUT leaves it out: its job may not have been asked for yet. */
    private static Subscription starting(Optional<SubscriptionEntry> before, Subscription written) {
        return before.filter(entry -> entry.provisioning().start() == StartState.OPEN)
                .map(entry -> entry.subscription().extensions().start())
                .map(start -> written.with(written.extensions().with(start)))
                .orElse(written);
    }

    /** Events that wait keep the lane and the key that they have, so others would pass them (B-LANE-2). */
    private static void order(Extensions before, Extensions now, List<Violation> violations) {
        if (!Objects.equals(before.orderBy(), now.orderBy())) {
            violations.add(new Violation(
                    "properties.tidings.orderBy",
                    "must stay as it was when the subscription was created, "
                            + (before.orderBy() == null
                                    ? "without"
                                    : before.orderBy().text())
                            + ", because events that wait would be passed; create another subscription"));
        } else if (now.orderBy() != null && before.lanes() != now.lanes()) {
            violations.add(new Violation(
                    "properties.tidings.lanes",
                    "must stay " + before.lanes()
                            + " with orderBy, because events that wait would be passed; create another subscription"));
        }
    }

    private static void kafka(Subscription subscription, List<Violation> violations) {
        var extensions = subscription.extensions();
        if (!extensions.authentication().equals(Authentication.NONE)) {
            violations.add(forWebhooks("properties.tidings.authentication"));
        }
        if (extensions.secretPath()) {
            violations.add(forWebhooks("properties.tidings.secretPath"));
        }
        if (extensions.signing() != null) {
            violations.add(forWebhooks("properties.tidings.signing"));
        }
    }

    private static Violation forWebhooks(String path) {
        return new Violation(path, "must not be given for a destination EventHub; it is about HTTP requests");
    }

    private void webhook(Webhook webhook, Subscription subscription, List<Violation> violations) {
        requireAddress(webhook.endpoint(), DESTINATION + "endpointUrl", violations);
        var oauth2 = subscription.extensions().authentication().oauth2();
        if (oauth2 != null) {
            requireAddress(oauth2.tokenUrl(), "properties.tidings.authentication.oauth2.tokenUrl", violations);
        }
        if (webhook.azure() != null) {
            var missing = credentials.azureMissing("ingest-service");
            if (missing != null) {
                violations.add(new Violation(TENANT, "is not possible here: " + missing));
            }
            if (oauth2 != null) {
                violations.add(new Violation(
                        TENANT, "contradicts properties.tidings.authentication.oauth2; a request carries one token"));
            }
        }
    }

    private void requireAddress(URI url, String path, List<Violation> violations) {
        if (AddressRules.literal(url.getHost()).filter(addresses::refused).isPresent()) {
            violations.add(
                    new Violation(path, "must not name an address of a private network (see endpoint.allow.networks)"));
        }
    }
}
