package io.tidings.ingest.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The authentication of managers of topics and subscriptions.
 *
 * @param secret null if management over HTTP is off
 * @param file of the token, shown in the response to a wrong token; null to show nothing
 */
public record AdminToken(
        @Nullable Password secret, @Nullable Path file) {
    private static final String SCHEME = "bearer ";

    public AdminToken(@Nullable Password secret) {
        this(secret, null);
    }

    public Authentication check(Request request) {
        if (secret == null) {
            return new Authentication.Refused(ApiError.of(
                    403,
                    "Forbidden",
                    "management over HTTP is off; set admin.token or admin.token.file and start the service again"));
        }
        var header = request.header("authorization").orElse("").strip();
        boolean bearer = (header + " ").regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        var token = bearer ? header.substring(SCHEME.length() - 1).strip() : "";
        if (token.isEmpty()) {
            return unauthorized(
                    header.isEmpty() || bearer
                            ? "the admin token is missing; send it in the header Authorization: Bearer <token>"
                            : "the header Authorization does not start with Bearer; send Authorization: Bearer <token>"
                                    + " with the admin token");
        }
        return MessageDigest.isEqual(token.getBytes(UTF_8), secret.value().getBytes(UTF_8))
                ? new Authentication.Authenticated(Principal.admin())
                : unauthorized("the token in the header Authorization is not the admin token");
    }

    private Authentication unauthorized(String message) {
        return new Authentication.Refused(
                ApiError.of(401, "Unauthorized", file == null ? message : message + "; it is in " + file));
    }
}
