package io.tidings.contract.secret;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;

/** The text form of a signing secret in Standard Webhooks: {@code whsec_} and the base64 of its bytes (B-AUTH-1). */
public final class SigningSecret {
    private static final String PREFIX = "whsec_";
    private static final String VERSION = "v1,";
    private static final int FEWEST_BYTES = 24;
    private static final int USUAL_BYTES = 32;
    private static final int MOST_BYTES = 64;
    private static final int BASE64_BLOCK = 4;

    /** The rule, for messages. */
    public static final String FORM =
            "must be " + PREFIX + " and the base64 of " + FEWEST_BYTES + " to " + MOST_BYTES + " bytes";

    private SigningSecret() {}

    public static String random(RandomGenerator random) {
        var bytes = new byte[USUAL_BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    public static boolean isLegal(String text) {
        return bytes(text)
                .filter(bytes -> bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES)
                .isPresent();
    }

    /** @throws IllegalArgumentException if the text is not legal; the message repeats no part of it */
    public static byte[] key(String text) {
        return bytes(text).orElseThrow(() -> new IllegalArgumentException("a signing secret " + FORM));
    }

    /**
     * Returns a signature of Standard Webhooks 1.0 (B-AUTH-1).
     *
     * @param mac with the key of the secret
     * @param timestamp in seconds
     * @param body adds the bytes that are sent
     */
    public static String sign(Mac mac, String id, long timestamp, Consumer<Mac> body) {
        mac.update((id + "." + timestamp + ".").getBytes(US_ASCII));
        body.accept(mac);
        return VERSION + Base64.getEncoder().encodeToString(mac.doFinal());
    }

    /** Requires the padding of base64, because some libraries of endpoints do. */
    private static Optional<byte[]> bytes(String text) {
        if (!text.startsWith(PREFIX) || (text.length() - PREFIX.length()) % BASE64_BLOCK != 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getDecoder().decode(text.substring(PREFIX.length())));
        } catch (IllegalArgumentException _) { // its message would repeat a part of the secret
            return Optional.empty();
        }
    }
}
