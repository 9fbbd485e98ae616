package io.tidings.worker.dispatch;

import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.NotWritten;
import io.tidings.worker.verdict.Outcome.Refusal;
import io.tidings.worker.verdict.Outcome.TimedOut;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The state, by the brokers' word, of a Kafka topic that events are delivered to. */
public sealed interface TopicState {
    /**
     * @param maxBytes of a record, before compression
     * @param compacted so that each record needs a key
     */
    record Writable(int maxBytes, boolean compacted) implements TopicState {}

    record Missing() implements TopicState {}

    record Forbidden() implements TopicState {}

    /** A partition has no leader, or fewer replicas in sync than it needs for a write. */
    record Unavailable() implements TopicState {}

    /** The brokers did not say. */
    record Unknown() implements TopicState {}

    /** Returns the outcome of an attempt to write a record, if it is known without writing it. */
    default Optional<Outcome> outcomeOf(ProducerRecord<byte[], byte[]> record) {
        var topic = "Kafka topic " + record.topic();
        return switch (this) {
            case Missing() -> Optional.of(new NotWritten(Refusal.NO_TOPIC, topic + " does not exist"));
            case Forbidden() -> Optional.of(new NotWritten(Refusal.NO_RIGHT, topic + " may not be written to"));
            case Unavailable() -> Optional.of(new TimedOut());
            case Unknown() -> Optional.of(new NotSent());
            case Writable(var maxBytes, var compacted) -> {
                long bytes = bytes(record);
                if (bytes > maxBytes) {
                    var sentence = topic + " takes records of " + maxBytes + " bytes, this one has " + bytes;
                    yield Optional.of(new NotWritten(Refusal.TOO_LARGE, sentence));
                }
                yield compacted && record.key() == null
                        ? Optional.of(new NotWritten(
                                Refusal.INVALID, topic + " is compacted, and the record has no PartitionKey"))
                        : Optional.empty();
            }
        };
    }

    /** Returns an upper bound of the record's size in a batch of its own. */
    private static long bytes(ProducerRecord<byte[], byte[]> record) {
        final int batch = 128;
        final int header = 12;
        long bytes = batch + (record.key() == null ? 0L : record.key().length) + record.value().length;
        for (var each : record.headers()) {
            bytes += header + 3L * each.key().length() + each.value().length;
        }
        return bytes;
    }
}
