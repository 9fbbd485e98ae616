package io.tidings.contract.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * What the seal of a secret is bound to.
 *
 * @param path where the secret stands, such as {@code orders/billing#header:Authorization}; it holds no line break
 * @param origin that the secret is sent to; null for one that is bound to its path only
 */
public record SecretBinding(String path, @Nullable CanonicalOrigin origin) {
    /** Of a secret that belongs to no origin. */
    public static SecretBinding of(String path) {
        return new SecretBinding(path, null);
    }

    /** As release 0.1 bound every secret. */
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
