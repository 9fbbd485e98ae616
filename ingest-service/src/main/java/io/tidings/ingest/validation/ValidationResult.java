package io.tidings.ingest.validation;

import org.jspecify.annotations.Nullable;

/** What one attempt to ask an endpoint means. The sentences are for whoever manages the subscription. */
public sealed interface ValidationResult {
    /**
     * It wants the events.
     *
     * @param requestsPerMinute that it allows; null: as many as it takes
     */
    record Agreed(@Nullable Integer requestsPerMinute) implements ValidationResult {}

    /** It has said neither yes nor no; somebody may still say yes. */
    record Undecided(String problem) implements ValidationResult {}

    record Rejected(String problem) implements ValidationResult {}

    /** Nothing came back, which may be better next time. */
    record NoResponse(String problem) implements ValidationResult {}
}
