package io.tidings.ingest.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import java.security.MessageDigest;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * What managers of topics and subscriptions authenticate with.
 *
 * @param secret absent: nobody can manage over HTTP
 */
public record AdminToken(@Nullable Password secret) {
    private static final String SCHEME = "bearer ";

    public Access check(Request request) {
        if (secret == null) {
            return new Access.Refused(Problem.of(
                    403,
                    "Forbidden",
                    "management over HTTP is off; set admin.token or admin.token.file and start the service again"));
        }
        var header = request.header("authorization").orElse("");
        boolean bearer = header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        var token = bearer ? header.substring(SCHEME.length()).strip() : "";
        return MessageDigest.isEqual(token.getBytes(UTF_8), secret.value().getBytes(UTF_8))
                ? new Access.Granted()
                : new Access.Refused(Problem.of(
                        401, "Unauthorized", "send the admin token in the header Authorization: Bearer <token>"));
    }
}
