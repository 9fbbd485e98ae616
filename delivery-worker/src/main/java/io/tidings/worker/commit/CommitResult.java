package io.tidings.worker.commit;

/** How a transaction ended. */
public sealed interface CommitResult {
    /** All of it counts. */
    record Committed() implements CommitResult {}

    /** None of it counts, and the producer is good: what is still owned is to be sent again with a new snapshot. */
    record Stale(String why) implements CommitResult {}

    /** Nobody knows, or somebody else has our place: the process must end, a restart reads the truth. */
    record Lost(RuntimeException cause) implements CommitResult {}
}
