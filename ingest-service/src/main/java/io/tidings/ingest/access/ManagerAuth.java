package io.tidings.ingest.access;

import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import java.time.Instant;
import java.util.List;

/**
 * The authentication of managers: with the admin token, or with a token of another kind (B-PUB-5, B-ACCESS-1).
 *
 * @param others asked in this order for tokens that are not the admin token
 */
public record ManagerAuth(AdminToken admin, List<BearerTokens> others) {
    public ManagerAuth {
        others = List.copyOf(others);
    }

    public TokenCheck check(Request request, Instant now) {
        if (!admin.exists() && others.isEmpty()) {
            return new TokenCheck.Refused(ApiError.of(
                    403,
                    "Forbidden",
                    "management over HTTP is off; set admin.token, admin.token.file, tokens.file or oidc.issuer and"
                            + " start the service again"));
        }
        var shown = BearerTokens.shownIn(request);
        var token = shown.orElse("");
        if (token.isEmpty()) {
            return unauthorized(
                    shown.isPresent()
                                    || request.header("authorization")
                                            .orElse("")
                                            .isBlank()
                            ? "the " + name() + " is missing; send it in the header Authorization: Bearer <token>"
                            : "the header Authorization does not start with Bearer; send Authorization: Bearer <token>"
                                    + " with the " + name());
        }
        return admin.is(token)
                ? new TokenCheck.Accepted(Principal.admin())
                : BearerTokens.of(others)
                        .check(token, now)
                        .orElseGet(() -> unauthorized(
                                others.isEmpty()
                                        ? "the token in the header Authorization is not the admin token"
                                        : TokenCheck.UNKNOWN));
    }

    private String name() {
        return others.isEmpty() ? "admin token" : "token";
    }

    private TokenCheck unauthorized(String message) {
        return TokenCheck.unauthorized(
                admin.file() == null
                        ? message
                        : message + (others.isEmpty() ? "; it is in " : "; the admin token is in ") + admin.file());
    }
}
