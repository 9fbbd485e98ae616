package io.tidings.ingest.access;

import io.tidings.ingest.http.ApiError;

/** The result of checking the token of a manager. */
public sealed interface TokenCheck {
    record Accepted(Principal principal) implements TokenCheck {}

    record Refused(ApiError error) implements TokenCheck {}

    static TokenCheck unauthorized(String message) {
        return new Refused(ApiError.of(401, "Unauthorized", message));
    }
}
