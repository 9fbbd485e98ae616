package io.tidings.worker.commit;

import org.apache.kafka.common.KafkaException;

/** How a transaction ended. */
public sealed interface CommitResult {
    /** All of it counts. */
    record Committed() implements CommitResult {}

    /** None of it counts, and the producer is good: what is still owned is to be sent again with a new snapshot. */
    record Retryable(String why) implements CommitResult {}

    /**
     * Nobody knows, or somebody else has our place: the producer is of no use any longer. A new one has the broker
     * settle the transaction, and what is committed then is the truth.
     */
    record Fatal(KafkaException cause) implements CommitResult {}
}
