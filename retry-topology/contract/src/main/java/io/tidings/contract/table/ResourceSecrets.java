package io.tidings.contract.table;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.secret.SecretBinding;
import io.tidings.contract.subscription.DeliveryAttribute;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.KafkaDestination;
import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.subscription.Signing;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.UnreadDestination;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.topic.TopicKeys;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Seals the secrets of topics and subscriptions for their records and opens them for programs. A secret that cannot
 * be opened stays sealed, so that it is neither sent nor lost when its record is written again. The headers, the
 * query and the secret path of an endpoint are bound to its origin, the secrets of a token URL to both origins: the
 * token that they are exchanged for is sent to the endpoint.
 *
 * @param acceptUnbound whether to open headers and queries that release 0.1 sealed without an origin
 * @param needed whether the program needs secrets; if not, sealed ones are no problem
 */
public record ResourceSecrets(Keyring keyring, boolean acceptUnbound, boolean needed) {
    private static final String QUERY = "query";
    private static final String PATH = "path";
    private static final String OTHER_PATH = "path without secretPath";
    private static final String HEADER = "header:";
    private static final String SIGNING = "signing secret";
    private static final String CLIENT_SECRET = "client secret";
    private static final String TOKEN_QUERY = "query of the token URL";

    private record Placed(String text, SecretBinding binding) {}

    public ResourceSecrets(Keyring keyring) {
        this(keyring, false);
    }

    public ResourceSecrets(Keyring keyring, boolean acceptUnbound) {
        this(keyring, acceptUnbound, true);
    }

    /** Of a program that needs none: nothing is opened or sealed. */
    public static ResourceSecrets unopened() {
        return new ResourceSecrets(Keyring.none(), false, false);
    }

    public Subscription seal(Subscription subscription) {
        return mapped(subscription, keyring::seal);
    }

    Subscription open(Subscription subscription) {
        return mapped(subscription, this::opened);
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

    private String opened(String text, SecretBinding binding) {
        var opened = keyring.open(text, binding);
        return acceptUnbound && Keyring.isSealed(opened) ? keyring.open(text, binding.unbound()) : opened;
    }

    /** Returns whether all secrets are sealed with the first key and bound to their origin. */
    boolean upToDate(Subscription subscription, Provisioning provisioning) {
        var keys = provisioning.receiveKeys();
        return secrets(subscription, provisioning).allMatch(each -> keyring.sealsLike(each.text(), each.binding()))
                && (keys == null || upToDate(receivers(subscription.key()), keys));
    }

    boolean upToDate(String topic, TopicKeys keys) {
        return keyring.sealsLike(keys.key1(), key1(topic)) && keyring.sealsLike(keys.key2(), key2(topic));
    }

    /**
     * Returns why a record is invalid: a header or query is sealed with one of these keys, but for another place.
     * Returns empty if each secret fits or its key is not here.
     */
    Optional<String> misfit(Subscription subscription) {
        return secrets(subscription)
                .filter(each -> keyring.hasKeyOf(each.text()) && !opens(each) && !opensUnbound(each))
                .findFirst()
                .map(each -> "the secret " + nameOf(each) + " was not sealed for " + origin(each)
                        + ": its endpoint was changed, it was copied from elsewhere or it is damaged; write the"
                        + " subscription with the value again");
    }

    /** Returns why deliveries cannot be sent, and what to do; empty if all secrets are open. */
    Optional<String> problem(Subscription subscription, Provisioning provisioning) {
        return secrets(subscription, provisioning)
                .filter(each -> needed && Keyring.isSealed(each.text()))
                .findFirst()
                .map(each -> "the secrets of subscription " + subscription.key()
                        + " cannot be opened, its deliveries wait: " + remedy(each));
    }

    private String remedy(Placed secret) {
        return secret.binding().origin() != null && opensUnbound(secret)
                ? "a former release sealed the " + nameOf(secret)
                        + " without the origin of the endpoint; set secrets.accept.unbound=true on delivery-worker and "
                        + "ingest-service for the upgrade, or give the value again"
                : keyring.remedy(secret.text());
    }

    Optional<String> problem(String topic, TopicKeys keys) {
        return Stream.of(keys.key1(), keys.key2())
                .filter(text -> needed && Keyring.isSealed(text))
                .findFirst()
                .map(text -> "the keys of topic " + topic + " cannot be opened, so publishers cannot use them: "
                        + keyring.remedy(text));
    }

    static boolean locked(Subscription subscription, Provisioning provisioning) {
        return secrets(subscription, provisioning).anyMatch(each -> Keyring.isSealed(each.text()));
    }

    private boolean opens(Placed secret) {
        return !Keyring.isSealed(keyring.open(secret.text(), secret.binding()));
    }

    private boolean opensUnbound(Placed secret) {
        return !Keyring.isSealed(keyring.open(secret.text(), secret.binding().unbound()));
    }

    /** The name for messages. */
    private static String nameOf(Placed secret) {
        var path = secret.binding().path();
        var name = path.substring(path.indexOf('#') + 1);
        return name.startsWith(HEADER) ? "header " + name.substring(HEADER.length()) : name;
    }

    private static String origin(Placed secret) {
        return secret.binding().origin() == null
                ? "this place"
                : secret.binding().origin().text();
    }

    private static Stream<Placed> secrets(Subscription subscription, Provisioning provisioning) {
        var code = provisioning.code();
        return code == null
                ? secrets(subscription)
                : Stream.concat(secrets(subscription), Stream.of(new Placed(code, code(subscription.key()))));
    }

    private static Stream<Placed> secrets(Subscription subscription) {
        var found = new ArrayList<Placed>();
        mapped(subscription, (text, binding) -> {
            found.add(new Placed(text, binding));
            return text;
        });
        return found.stream();
    }

    /** @param change of a secret, with its binding */
    private static Subscription mapped(Subscription subscription, BiFunction<String, SecretBinding, String> change) {
        var path = subscription.key() + "#";
        var changed = switch (subscription.destination()) {
            case Webhook webhook -> mapped(webhook, subscription.extensions().secretPath(), path, change);
            case KafkaDestination kafka -> kafka; // has no secrets
            case QueueDestination queue -> queue; // nor has it
            case UnreadDestination unread -> unread; // its record keeps them as they are
        };
        return subscription.with(changed, mapped(subscription, path, change));
    }

    private static Webhook mapped(
            Webhook webhook, boolean secretPath, String path, BiFunction<String, SecretBinding, String> change) {
        // EndpointRules refuse URLs without an origin; without one the secret would stay bound to its path.
        var origin = CanonicalOrigin.of(webhook.endpoint()).orElse(null);
        var endpoint = mapped(webhook.endpoint(), new SecretBinding(path + QUERY, origin), change);
        var place = new SecretBinding(path + (secretPath ? PATH : OTHER_PATH), origin);
        return webhook.with(
                mappedPath(endpoint, secretPath, place, change),
                mapped(webhook.attributes(), name -> new SecretBinding(path + HEADER + name, origin), change));
    }

    private static Extensions mapped(
            Subscription subscription, String path, BiFunction<String, SecretBinding, String> change) {
        var extensions = subscription.extensions();
        var endpoint = CanonicalOrigin.of(subscription.destination().endpoint()).orElse(null);
        var signing = extensions.signing();
        var oauth2 = extensions.authentication().oauth2();
        if (oauth2 != null && !(subscription.destination() instanceof UnreadDestination)) {
            oauth2 = mapped(oauth2, endpoint, path, change); // what goes to an unknown place stays sealed
        }
        return extensions
                .with(signing == null ? null : mapped(signing, path, change))
                .with(extensions.authentication().with(oauth2));
    }

    /** Bound to the subscription only: a signing secret is sent nowhere. */
    private static Signing mapped(Signing signing, String path, BiFunction<String, SecretBinding, String> change) {
        var binding = SecretBinding.of(path + SIGNING);
        var former = signing.former();
        return new Signing(
                change.apply(signing.secret(), binding),
                former == null ? null : change.apply(former, binding),
                signing.formerUntil());
    }

    private static OAuth2 mapped(
            OAuth2 oauth2,
            @Nullable CanonicalOrigin endpoint,
            String path,
            BiFunction<String, SecretBinding, String> change) {
        var origin = CanonicalOrigin.of(oauth2.tokenUrl()).orElse(null);
        var secret = new SecretBinding(path + CLIENT_SECRET, origin, endpoint);
        var query = new SecretBinding(path + TOKEN_QUERY, origin, endpoint);
        return oauth2.at(mapped(oauth2.tokenUrl(), query, change)).mapSecret(each -> change.apply(each, secret));
    }

    private static List<DeliveryAttribute> mapped(
            List<DeliveryAttribute> attributes,
            Function<String, SecretBinding> place,
            BiFunction<String, SecretBinding, String> change) {
        return attributes.stream()
                .<DeliveryAttribute>map(attribute -> switch (attribute) {
                    case DeliveryAttribute.Static(var name, var value, var secret) ->
                        new DeliveryAttribute.Static(
                                name, secret ? change.apply(value, place.apply(name)) : value, secret);
                    case DeliveryAttribute.Dynamic dynamic -> dynamic;
                })
                .toList();
    }

    private static URI mapped(URI endpoint, SecretBinding binding, BiFunction<String, SecretBinding, String> change) {
        var query = endpoint.getRawQuery();
        if (query == null) {
            return endpoint;
        }
        var text = endpoint.toString();
        int start = text.indexOf('?') + 1;
        return URI.create(
                text.substring(0, start) + change.apply(query, binding) + text.substring(start + query.length()));
    }

    /** A sealed path without the member that asks for it has another place, where it cannot be opened and shown. */
    private static URI mappedPath(
            URI endpoint, boolean secretPath, SecretBinding binding, BiFunction<String, SecretBinding, String> change) {
        var path = endpoint.getRawPath();
        if (path == null || path.length() < 2 || !(secretPath || Keyring.isSealed(path.substring(1)))) {
            return endpoint;
        }
        var text = endpoint.toString();
        int start = text.indexOf('/', text.indexOf("//") + 2) + 1;
        return URI.create(text.substring(0, start)
                + change.apply(path.substring(1), binding)
                + text.substring(start + path.length() - 1));
    }

    private static Provisioning mapped(
            SubscriptionKey key, Provisioning provisioning, BiFunction<String, SecretBinding, String> change) {
        @Nullable String code = provisioning.code();
        var keys = provisioning.receiveKeys();
        var withKeys = keys == null ? provisioning : provisioning.receiveKeys(mapped(receivers(key), keys, change));
        return code == null ? withKeys : withKeys.withCode(change.apply(code, code(key)));
    }

    /** The place of the keys of a queue; topics have no names like it. */
    private static String receivers(SubscriptionKey key) {
        return key + "#receive";
    }

    private static TopicKeys mapped(String topic, TopicKeys keys, BiFunction<String, SecretBinding, String> change) {
        return new TopicKeys(change.apply(keys.key1(), key1(topic)), change.apply(keys.key2(), key2(topic)));
    }

    private static SecretBinding code(SubscriptionKey key) {
        return SecretBinding.of(key + "#code");
    }

    private static SecretBinding key1(String topic) {
        return SecretBinding.of(topic + "#key1");
    }

    private static SecretBinding key2(String topic) {
        return SecretBinding.of(topic + "#key2");
    }
}
