package io.tidings.ingest.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.security.MessageDigest;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The token of the one administrator of all topics.
 *
 * @param secret null if there is none
 * @param file of the token, shown in the response to a wrong token; null to show nothing
 */
public record AdminToken(
        @Nullable Password secret, @Nullable Path file) {
    boolean exists() {
        return secret != null;
    }

    public boolean is(String token) {
        return secret != null
                && MessageDigest.isEqual(token.getBytes(UTF_8), secret.value().getBytes(UTF_8));
    }
}
