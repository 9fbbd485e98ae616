package io.tidings.ingest.auth;

import io.tidings.ingest.http.ApiError;

/** Whether a request may do what it asks for. */
public sealed interface Access {
    record Granted() implements Access {}

    record Denied(ApiError error) implements Access {}
}
