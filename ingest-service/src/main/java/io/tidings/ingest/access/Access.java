package io.tidings.ingest.access;

import io.tidings.ingest.http.ApiError;

public sealed interface Access {
    record Granted() implements Access {}

    record Denied(ApiError error) implements Access {}
}
