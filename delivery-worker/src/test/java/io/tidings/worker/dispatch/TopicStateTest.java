package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.dispatch.TopicState.Forbidden;
import io.tidings.worker.dispatch.TopicState.Missing;
import io.tidings.worker.dispatch.TopicState.Unavailable;
import io.tidings.worker.dispatch.TopicState.Unknown;
import io.tidings.worker.dispatch.TopicState.Writable;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.NotWritten;
import io.tidings.worker.verdict.Outcome.Refusal;
import io.tidings.worker.verdict.Outcome.TimedOut;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class TopicStateTest {
    private static final byte[] KEY = {1};

    @Test
    void aRecordThatFitsIsWritten() {
        assertThat(new Writable(1200, false).outcomeOf(record(null, 1000))).isEmpty();
        assertThat(new Writable(1200, true).outcomeOf(record(KEY, 1000))).isEmpty();
    }

    @Test
    void aRecordThatIsTooLargeForTheTopicIsNot() {
        assertThat(new Writable(1200, false).outcomeOf(record(null, 1100)))
                .contains(new NotWritten(
                        Refusal.TOO_LARGE, "Kafka topic orders takes records of 1200 bytes, this one has 1228"));
    }

    @Test
    void aCompactedTopicTakesNoRecordWithoutAKey() {
        assertThat(new Writable(1200, true).outcomeOf(record(null, 10)))
                .contains(new NotWritten(
                        Refusal.INVALID, "Kafka topic orders is compacted, and the record has no PartitionKey"));
    }

    @Test
    void aTopicThatIsMissingOrForbiddenTakesNone() {
        assertThat(new Missing().outcomeOf(record(KEY, 1)))
                .contains(new NotWritten(Refusal.NO_TOPIC, "Kafka topic orders does not exist"));
        assertThat(new Forbidden().outcomeOf(record(KEY, 1)))
                .contains(new NotWritten(Refusal.NO_RIGHT, "Kafka topic orders may not be written to"));
    }

    /** As if it had been written, and had found too few replicas in sync until the producer's time was over. */
    @Test
    void aTopicThatIsUnavailableIsAFailureOfTheDestination() {
        assertThat(new Unavailable().outcomeOf(record(KEY, 1))).contains(new TimedOut());
    }

    @Test
    void brokersThatDoNotRespondAreNoFailureOfTheDestination() {
        assertThat(new Unknown().outcomeOf(record(KEY, 1))).contains(new NotSent());
    }

    private static ProducerRecord<byte[], byte[]> record(byte[] key, int bytes) {
        return new ProducerRecord<>("orders", null, key, new byte[bytes]);
    }
}
