package io.tidings.contract.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * The place and origin that a sealed secret is bound to.
 *
 * @param path such as {@code orders/billing#header:Authorization}, without a line break
 * @param origin that the secret is sent to; null if it is bound to its path only
 */
public record SecretBinding(String path, @Nullable CanonicalOrigin origin) {
    public static SecretBinding of(String path) {
        return new SecretBinding(path, null);
    }

    /** The binding of release 0.1. */
    public SecretBinding unbound() {
        return of(path);
    }

    boolean bound() {
        return origin != null;
    }

    byte[] bytes() {
        return (origin == null ? path : path + "\n" + origin.text()).getBytes(UTF_8);
    }
}
