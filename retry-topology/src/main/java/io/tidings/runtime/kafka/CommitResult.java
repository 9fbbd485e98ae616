package io.tidings.runtime.kafka;

import org.apache.kafka.common.KafkaException;

/** How a transaction ended. */
public sealed interface CommitResult {
    record Committed() implements CommitResult {}

    /** None of it counts, and the producer can continue: what is still owned may be sent again. */
    record Retryable(String why) implements CommitResult {}

    /**
     * The outcome is unknown, or another producer has our id: this producer cannot continue. A new one makes the
     * broker settle the transaction; only then are the committed offsets reliable.
     */
    record Fatal(KafkaException cause) implements CommitResult {}
}
