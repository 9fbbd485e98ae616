package io.tidings.ingest.auth;

import io.tidings.ingest.http.ApiError;

/** The result of checking the token of a manager. */
public sealed interface Authentication {
    record Authenticated(Principal principal) implements Authentication {}

    record Refused(ApiError error) implements Authentication {}
}
