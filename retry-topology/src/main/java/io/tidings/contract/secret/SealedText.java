package io.tidings.contract.secret;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A secret that only the holder of a key can read, as text: {@code tidings-sealed:<key>:<base64url>}.
 *
 * @param keyId of the key it was sealed with
 * @param bytes a nonce, and what AES-GCM made of the secret
 */
@SuppressWarnings("ArrayRecordComponent") // made, read and forgotten within one call
record SealedText(String keyId, byte[] bytes) {
    static final String PREFIX = "tidings-sealed:";
    private static final Pattern FORM = Pattern.compile(PREFIX + "([0-9a-f]{8}):([A-Za-z0-9_-]+)");

    /** Empty when it is sealed text in no form that this release knows. */
    static Optional<SealedText> parse(String text) {
        var matcher = FORM.matcher(text);
        try {
            return matcher.matches()
                    ? Optional.of(new SealedText(
                            matcher.group(1), Base64.getUrlDecoder().decode(matcher.group(2))))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a length that base64 does not have
        }
    }

    /** Legal in a header and in the query of a URL. */
    String text() {
        return PREFIX + keyId + ":" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
