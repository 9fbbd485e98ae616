package io.tidings.ingest.write;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.topic.TopicResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The rules of a subscription: its own shape, then those that depend on its topic, the clock, the network or the
 * brokers, and the secrets that it keeps.
 *
 * @param retention returns why events may not live so long; empty if they may
 */
public record SubscriptionRules(
        SubscriptionJson json,
        AddressRules addresses,
        Function<Duration, Optional<String>> retention,
        SigningSecrets signing) {
    /** @param before the version that the body replaces */
    public Validated<Subscription> read(
            SubscriptionKey key, byte[] body, Optional<SubscriptionEntry> before, TopicResource topic, Instant now) {
        var backfill = new SecretBackfill(before, signing.secretAfter(before));
        return switch (json.read(key, backfill.backfill(body))) {
            case Validated.Invalid<Subscription>(var violations) ->
                new Validated.Invalid<>(backfill.explain(violations, body));
            case Validated.Valid<Subscription>(var subscription) -> {
                var broken = brokenBy(subscription, topic, now);
                yield broken.isEmpty()
                        ? new Validated.Valid<>(signing.carriedOver(before, subscription, now))
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
        var literal = AddressRules.literal(subscription.destination().endpoint().getHost());
        if (literal.filter(addresses::refused).isPresent()) {
            violations.add(new Violation(
                    "properties.destination.properties.endpointUrl",
                    "must not name an address of a private network (see endpoint.allow.networks)"));
        }
        Optional.ofNullable(subscription.retryProfile().limits().timeToLive())
                .flatMap(retention)
                .ifPresent(rule -> violations.add(new Violation("properties.tidings.retry.timeToLive", rule)));
        return violations;
    }
}
