package io.tidings.contract.secret;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A secret that only the holder of a key can read, as text: {@code tidings-sealed:<key>:origin:<base64url>}, without
 * {@code origin:} when it is bound to none.
 *
 * @param keyId of the key it was sealed with
 * @param bound whether the origin it is sent to is part of the seal
 * @param bytes a nonce, and what AES-GCM made of the secret
 */
@SuppressWarnings("ArrayRecordComponent") // made, read and forgotten within one call
record SealedText(String keyId, boolean bound, byte[] bytes) {
    static final String PREFIX = "tidings-sealed:";
    private static final String BOUND = "origin:";
    private static final Pattern FORM = Pattern.compile(PREFIX + "([0-9a-f]{8}):(" + BOUND + ")?([A-Za-z0-9_-]+)");

    /** Empty when it is sealed text in no form that this release knows. */
    static Optional<SealedText> parse(String text) {
        var matcher = FORM.matcher(text);
        try {
            return matcher.matches()
                    ? Optional.of(new SealedText(
                            matcher.group(1),
                            matcher.group(2) != null,
                            Base64.getUrlDecoder().decode(matcher.group(3))))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a length that base64 does not have
        }
    }

    /** Legal in a header and in the query of a URL. */
    String text() {
        return PREFIX + keyId + ":" + (bound ? BOUND : "")
                + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
