package io.tidings.ingest.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Lines of a tokens file. */
final class TokenLines {
    private TokenLines() {}

    static String line(String name, String token, String role, String topics) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
            return String.join(" ", name, HexFormat.of().formatHex(hash), role, topics) + "\n";
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
