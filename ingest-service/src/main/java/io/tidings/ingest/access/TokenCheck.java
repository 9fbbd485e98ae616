package io.tidings.ingest.access;

import io.tidings.ingest.http.ApiError;

/** The result of checking a bearer token. */
public sealed interface TokenCheck {
    /** Said of a token that is of no kind. */
    String UNKNOWN = "the token in the header Authorization is not known";

    record Accepted(Principal principal) implements TokenCheck {}

    record Refused(ApiError error) implements TokenCheck {}

    static TokenCheck unauthorized(String message) {
        return new Refused(ApiError.of(401, "Unauthorized", message));
    }
}
