package io.tidings.ingest.auth;

import io.tidings.ingest.http.Problem;

/** Whether a request may do what it asks for. */
public sealed interface Access {
    record Granted() implements Access {}

    record Refused(Problem problem) implements Access {}
}
