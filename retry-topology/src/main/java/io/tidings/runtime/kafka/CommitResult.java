package io.tidings.runtime.kafka;

import org.apache.kafka.common.KafkaException;

/** How a transaction ended. */
public sealed interface CommitResult {
    /** All of it counts. */
    record Committed() implements CommitResult {}

    /** None of it counts, and the producer can go on: what is still owned may be sent again. */
    record Retryable(String why) implements CommitResult {}

    /**
     * The outcome is unknown, or another producer has our id: this one cannot go on. A new one has the broker settle the
     * transaction, and what is committed then is the truth.
     */
    record Fatal(KafkaException cause) implements CommitResult {}
}
