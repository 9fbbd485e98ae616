package io.tidings.ingest.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.secret.HmacSha256;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * A shared access signature (reference §1.6).
 *
 * @param signed the text that was signed, exactly as received: generators differ in how they escape it
 * @param signature base64
 */
record SasToken(String signed, URI resource, Instant expires, String signature) {
    /** Reads {@code r=…&e=…&s=…}; returns empty if the text has another form. */
    static Optional<SasToken> parse(String text) {
        int end = text.indexOf("&s=");
        if (end < 0 || !text.startsWith("r=")) {
            return Optional.empty();
        }
        var signed = text.substring(0, end);
        int expiry = signed.indexOf("&e=");
        if (expiry < 0) {
            return Optional.empty();
        }
        try {
            var resource = new URI(decoded(signed.substring(2, expiry)));
            var signature = decoded(text.substring(end + 3)).replace(' ', '+');
            return SasExpiry.parse(decoded(signed.substring(expiry + 3)))
                    .map(expires -> new SasToken(signed, resource, expires, signature));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty(); // the response says that the token has another form
        }
    }

    boolean signedWith(String key) {
        try {
            var mac = HmacSha256.of(Base64.getDecoder().decode(key));
            return MessageDigest.isEqual(
                    mac.doFinal(signed.getBytes(UTF_8)), Base64.getDecoder().decode(signature));
        } catch (IllegalArgumentException e) {
            return false; // no base64
        }
    }

    /**
     * Returns whether the signature was made for the requested resource. Queries and the scheme do not count, because
     * TLS may end at a proxy in front of this service.
     */
    boolean covers(String authority, String path) {
        return resource.getAuthority() != null
                && withoutDefaultPort(resource.getAuthority()).equals(withoutDefaultPort(authority))
                && startsWith(normal(path), normal(resource.getPath()));
    }

    private static boolean startsWith(String path, String prefix) {
        return path.equals(prefix) || path.startsWith(prefix + "/");
    }

    private static String normal(String path) {
        var lower = path.toLowerCase(Locale.ROOT);
        return lower.endsWith("/") ? lower.substring(0, lower.length() - 1) : lower;
    }

    private static String withoutDefaultPort(String authority) {
        return authority.toLowerCase(Locale.ROOT).replaceFirst(":(443|80)$", "");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, UTF_8);
    }

    @Override
    public String toString() {
        return "SasToken[hidden]";
    }
}
