package io.tidings.ingest.validation;

import org.jspecify.annotations.Nullable;

/** The result of one handshake request. The sentences are for the subscription's owner. */
public sealed interface ValidationResult {
    /** @param requestsPerMinute that the endpoint allows; null for any number */
    record Agreed(@Nullable Integer requestsPerMinute) implements ValidationResult {}

    /** The endpoint neither agreed nor refused; its operator may still agree. */
    record Undecided(String problem) implements ValidationResult {}

    record Rejected(String problem) implements ValidationResult {}

    /** There was no response; a repetition may get one. */
    record NoResponse(String problem) implements ValidationResult {}
}
