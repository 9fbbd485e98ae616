package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tidings.contract.subscription.DeliveryAttribute.Static;
import io.tidings.contract.subscription.Subscription;
import java.net.URI;
import java.net.URLDecoder;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The secrets of a subscription, which an endpoint may repeat in a response: header values that are marked secret,
 * values of the URL's query, OAuth and signing secrets. Each is known as it was sent, and as JSON writes it.
 */
public final class SecretMask {
    /** Shorter values of a query are no secrets, and would blot out harmless text. */
    private static final int SHORTEST_QUERY_VALUE = 4;

    private static final String SIGNING_PREFIX = "whsec_";

    private final List<String> secrets;
    private final int longestBytes;

    private SecretMask(Collection<String> secrets) {
        this.secrets = List.copyOf(secrets);
        this.longestBytes = this.secrets.stream()
                .mapToInt(secret -> secret.getBytes(UTF_8).length)
                .max()
                .orElse(0);
    }

    public static SecretMask of(Subscription subscription) {
        var secrets = new LinkedHashSet<String>();
        for (var attribute : subscription.destination().attributes()) {
            if (attribute instanceof Static(var _, var value, boolean secret) && secret) {
                addHeaderValue(value, secrets);
            }
        }
        addQuery(subscription.destination().endpoint(), secrets);
        if (subscription.extensions().secretPath()) {
            addPath(subscription.destination().endpoint(), secrets);
        }
        var oauth2 = subscription.extensions().authentication().oauth2();
        if (oauth2 != null) {
            if (oauth2.clientSecret() != null) {
                add(oauth2.clientSecret(), secrets);
            }
            addQuery(oauth2.tokenUrl(), secrets);
        }
        var signing = subscription.extensions().signing();
        if (signing != null) {
            addSigningSecret(signing.secret(), secrets);
            if (signing.former() != null) {
                addSigningSecret(signing.former(), secrets);
            }
        }
        return new SecretMask(secrets);
    }

    /** Returns a mask that hides another secret, too. */
    public SecretMask and(String secret) {
        var more = new LinkedHashSet<>(secrets);
        add(secret, more);
        return new SecretMask(more);
    }

    /** The length of the longest secret. */
    int longestBytes() {
        return longestBytes;
    }

    /** Returns the positions of all characters that belong to a secret. */
    BitSet in(String text) {
        var hidden = new BitSet(text.length());
        for (var secret : secrets) {
            for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
                hidden.set(at, at + secret.length());
            }
        }
        return hidden;
    }

    /** Endpoints often repeat only the credentials of a value such as {@code Bearer abc}. */
    private static void addHeaderValue(String value, Set<String> secrets) {
        add(value, secrets);
        int space = value.indexOf(' ');
        if (space >= 0) {
            add(value.substring(space + 1), secrets);
        }
    }

    private static void addSigningSecret(String secret, Set<String> secrets) {
        add(secret, secrets);
        if (secret.startsWith(SIGNING_PREFIX)) {
            add(secret.substring(SIGNING_PREFIX.length()), secrets);
        }
    }

    private static void addQuery(URI url, Set<String> secrets) {
        var query = url.getRawQuery();
        if (query == null) {
            return;
        }
        for (var parameter : query.split("&", -1)) {
            var value = parameter.substring(parameter.indexOf('=') + 1);
            if (value.length() >= SHORTEST_QUERY_VALUE) {
                add(value, secrets);
                add(decoded(value), secrets);
            }
        }
    }

    private static void addPath(URI url, Set<String> secrets) {
        Stream.of(url.getRawPath(), url.getPath())
                .flatMap(path -> Stream.concat(Stream.of(path), Stream.of(path.split("/", -1))))
                .filter(text -> text.length() >= SHORTEST_QUERY_VALUE)
                .forEach(text -> add(text, secrets));
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, UTF_8);
        } catch (IllegalArgumentException _) { // a percent sign that encodes nothing
            return value;
        }
    }

    private static void add(String secret, Set<String> secrets) {
        if (!secret.isBlank()) {
            secrets.add(secret);
            secrets.add(new String(JsonStringEncoder.getInstance().quoteAsString(secret)));
        }
    }

    /** Leaves the secrets out. */
    @Override
    public String toString() {
        return "SecretMask[" + secrets.size() + "]";
    }
}
