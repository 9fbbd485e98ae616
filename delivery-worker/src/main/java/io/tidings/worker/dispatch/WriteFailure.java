package io.tidings.worker.dispatch;

import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.NotWritten;
import io.tidings.worker.verdict.Outcome.Refusal;
import io.tidings.worker.verdict.Outcome.TimedOut;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The outcomes of records that brokers refused, though the state of their topic had let them pass. */
final class WriteFailure {
    private WriteFailure() {}

    static Outcome outcomeOf(KafkaException failure, String topic) {
        return switch (failure) {
            case UnknownTopicOrPartitionException _, InvalidTopicException _ -> not(Refusal.NO_TOPIC, failure, topic);
            case TopicAuthorizationException _ -> not(Refusal.NO_RIGHT, failure, topic);
            case RecordTooLargeException _ -> not(Refusal.TOO_LARGE, failure, topic);
            case InvalidRecordException _, InvalidTimestampException _, PolicyViolationException _ ->
                not(Refusal.INVALID, failure, topic);
            case RetriableException _ -> new TimedOut(); // the producer retries until its time is over
            default -> not(Refusal.OTHER, failure, topic);
        };
    }

    private static Outcome not(Refusal refusal, KafkaException failure, String topic) {
        return new NotWritten(refusal, "Kafka topic " + topic + ": " + failure.getMessage());
    }
}
