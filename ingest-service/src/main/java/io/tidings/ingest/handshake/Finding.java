package io.tidings.ingest.handshake;

import org.jspecify.annotations.Nullable;

/** What one attempt to ask an endpoint means. The sentences are for whoever manages the subscription. */
public sealed interface Finding {
    /**
     * It wants the events.
     *
     * @param requestsPerMinute that it allows; null: as many as it takes
     */
    record Agreed(@Nullable Integer requestsPerMinute) implements Finding {}

    /** It has said neither yes nor no; somebody may still say yes. */
    record Undecided(String problem) implements Finding {}

    record Refused(String problem) implements Finding {}

    /** Nothing came back, which may be better next time. */
    record Unanswered(String problem) implements Finding {}
}
