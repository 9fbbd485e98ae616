package io.tidings.ingest.publish;

/** What became of the events that were to be appended to the log. */
sealed interface AppendResult {
    /** Every one of them is durable. */
    record Durable() implements AppendResult {}

    /** The log takes none of this size. */
    record TooLarge(String message) implements AppendResult {}

    /** Not all of them are durable; some may be. */
    record Unavailable(String message) implements AppendResult {}
}
