package io.tidings.contract.secret;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A sealed secret as text: {@code tidings-sealed:<key>:origin:<base64url>}, with {@code origins:} if it is bound to
 * two of them, and neither if it is bound to none. The bytes are a nonce and the output of AES-GCM.
 *
 * @param bound {@code origin:}, {@code origins:} or empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SealedText(String keyId, String bound, byte[] bytes) {
    static final String PREFIX = "tidings-sealed:";
    private static final Pattern FORM = Pattern.compile(PREFIX + "([0-9a-f]{8}):(origins?:|)([A-Za-z0-9_-]+)");

    /** Returns empty if this release does not know the form. */
    static Optional<SealedText> parse(String text) {
        var matcher = FORM.matcher(text);
        try {
            return matcher.matches()
                    ? Optional.of(new SealedText(
                            matcher.group(1),
                            matcher.group(2),
                            Base64.getUrlDecoder().decode(matcher.group(3))))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a length that base64 does not have
        }
    }

    /** Legal in a header and in the query of a URL. */
    String text() {
        return PREFIX + keyId + ":" + bound
                + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
