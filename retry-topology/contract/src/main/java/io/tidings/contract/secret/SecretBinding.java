package io.tidings.contract.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * The place and origin that a sealed secret is bound to.
 *
 * @param path such as {@code orders/billing#header:Authorization}, without a line break
 * @param origin that the secret is sent to; null if it is bound to its path only
 * @param other origin that gets what the secret is exchanged for; null if there is none
 */
public record SecretBinding(
        String path,
        @Nullable CanonicalOrigin origin,
        @Nullable CanonicalOrigin other) {
    public SecretBinding(String path, @Nullable CanonicalOrigin origin) {
        this(path, origin, null);
    }

    public static SecretBinding of(String path) {
        return new SecretBinding(path, null);
    }

    /** The weaker binding of a former release. */
    public SecretBinding unbound() {
        return other == null ? of(path) : new SecretBinding(path, origin);
    }

    /** The mark of a text that is bound like this. */
    String bound() {
        return origin == null ? "" : other == null ? "origin:" : "origins:";
    }

    byte[] bytes() {
        var text = origin == null ? path : path + "\n" + origin.text();
        return (other == null ? text : text + "\n" + other.text()).getBytes(UTF_8);
    }
}
