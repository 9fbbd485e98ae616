package io.tidings.timeline.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Names of any length as bytes of a fixed length. */
final class KeyHash {
    private KeyHash() {}

    /** @param parts of which only the last may have line breaks */
    static byte[] of(int length, String... parts) {
        try {
            var digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", parts).getBytes(UTF_8));
            return Arrays.copyOf(digest, length);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
