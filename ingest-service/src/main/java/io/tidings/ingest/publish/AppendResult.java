package io.tidings.ingest.publish;

/** The result of appending events to the log. */
sealed interface AppendResult {
    record Durable() implements AppendResult {}

    /** Kafka accepts no record of this size. */
    record TooLarge(String message) implements AppendResult {}

    /** Some events may be durable, but not all. */
    record Unavailable(String message) implements AppendResult {}
}
