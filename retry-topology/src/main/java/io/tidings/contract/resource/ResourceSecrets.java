package io.tidings.contract.resource;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.secret.Keyring;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of topics and subscriptions are secret, sealed where their records hold them and open where programs use
 * them. What cannot be opened stays sealed, so that it is neither sent nor lost when its record is written again.
 */
public record ResourceSecrets(Keyring keyring) {
    /** Without keys: sealed values stay sealed, and nothing is sealed. */
    public static ResourceSecrets unopened() {
        return new ResourceSecrets(Keyring.none());
    }

    public Subscription seal(Subscription subscription) {
        return mapped(subscription, keyring::seal);
    }

    Subscription open(Subscription subscription) {
        return mapped(subscription, keyring::open);
    }

    public Provisioning seal(SubscriptionKey key, Provisioning provisioning) {
        return mapped(key, provisioning, keyring::seal);
    }

    Provisioning open(SubscriptionKey key, Provisioning provisioning) {
        return mapped(key, provisioning, keyring::open);
    }

    public TopicKeys seal(String topic, TopicKeys keys) {
        return mapped(topic, keys, keyring::seal);
    }

    TopicKeys open(String topic, TopicKeys keys) {
        return mapped(topic, keys, keyring::open);
    }

    /** Whether all its secrets are as they would be written now: by these keys, the first of them. */
    boolean upToDate(Subscription subscription, Provisioning provisioning) {
        return secrets(subscription, provisioning).allMatch(keyring::sealsLike);
    }

    boolean upToDate(TopicKeys keys) {
        return keyring.sealsLike(keys.key1()) && keyring.sealsLike(keys.key2());
    }

    /** Why this subscription cannot be sent to, and what to do; empty when all its secrets are open. */
    Optional<String> problem(Subscription subscription, Provisioning provisioning) {
        return secrets(subscription, provisioning)
                .filter(Keyring::isSealed)
                .findFirst()
                .map(text -> "the secrets of subscription " + subscription.key()
                        + " cannot be opened, its deliveries wait: " + keyring.remedy(text));
    }

    Optional<String> problem(String topic, TopicKeys keys) {
        return Stream.of(keys.key1(), keys.key2())
                .filter(Keyring::isSealed)
                .findFirst()
                .map(text -> "the keys of topic " + topic + " cannot be opened, nobody can publish with them: "
                        + keyring.remedy(text));
    }

    static boolean locked(Subscription subscription, Provisioning provisioning) {
        return secrets(subscription, provisioning).anyMatch(Keyring::isSealed);
    }

    /** As they stand, sealed or not. */
    private static Stream<String> secrets(Subscription subscription, Provisioning provisioning) {
        var webhook = subscription.destination();
        var values = new ArrayList<String>();
        var query = webhook.endpoint().getRawQuery();
        if (query != null) {
            values.add(query);
        }
        for (var attribute : webhook.attributes()) {
            if (attribute instanceof DeliveryAttribute.Static(var _, var value, var secret) && secret) {
                values.add(value);
            }
        }
        if (provisioning.code() != null) {
            values.add(provisioning.code());
        }
        return values.stream();
    }

    /** @param change of a secret, told its place */
    private static Subscription mapped(Subscription subscription, BiFunction<String, String, String> change) {
        var webhook = subscription.destination();
        var place = subscription.key() + "#";
        return subscription.with(new Webhook(
                mapped(webhook.endpoint(), place + "query", change),
                webhook.batching(),
                mapped(webhook.attributes(), place + "header:", change)));
    }

    private static List<DeliveryAttribute> mapped(
            List<DeliveryAttribute> attributes, String place, BiFunction<String, String, String> change) {
        return attributes.stream()
                .<DeliveryAttribute>map(attribute -> switch (attribute) {
                    case DeliveryAttribute.Static(var name, var value, var secret) ->
                        new DeliveryAttribute.Static(name, secret ? change.apply(value, place + name) : value, secret);
                    case DeliveryAttribute.Dynamic dynamic -> dynamic;
                })
                .toList();
    }

    private static URI mapped(URI endpoint, String place, BiFunction<String, String, String> change) {
        var query = endpoint.getRawQuery();
        if (query == null) {
            return endpoint;
        }
        var text = endpoint.toString();
        int start = text.indexOf('?') + 1;
        return URI.create(
                text.substring(0, start) + change.apply(query, place) + text.substring(start + query.length()));
    }

    private static Provisioning mapped(
            SubscriptionKey key, Provisioning provisioning, BiFunction<String, String, String> change) {
        @Nullable String code = provisioning.code();
        return code == null
                ? provisioning
                : new Provisioning(
                        provisioning.state(),
                        provisioning.established(),
                        provisioning.since(),
                        change.apply(code, key + "#code"),
                        provisioning.problem(),
                        provisioning.requestsPerMinute());
    }

    private static TopicKeys mapped(String topic, TopicKeys keys, BiFunction<String, String, String> change) {
        return new TopicKeys(change.apply(keys.key1(), topic + "#key1"), change.apply(keys.key2(), topic + "#key2"));
    }
}
