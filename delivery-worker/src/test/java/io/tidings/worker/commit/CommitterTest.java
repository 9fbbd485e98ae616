package io.tidings.worker.commit;

import static io.tidings.worker.group.GroupFixture.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.session.SessionLoss;
import io.tidings.worker.commit.CommitResult.Committed;
import io.tidings.worker.commit.CommitResult.Fatal;
import io.tidings.worker.commit.CommitResult.Retryable;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: brokers that are slow to take what is parked, as while one of three is away, are waited for. */
class CommitterTest {
    private static final TopicPartition TIER = new TopicPartition("tidings.retry.10s", 1);
    private static final TopicPartition DELIVERIES = new TopicPartition("tidings.deliveries", 1);

    private final SlowBrokers brokers = new SlowBrokers();
    private final Committer committer = new Committer(brokers);

    @AfterEach
    void close() {
        committer.close();
    }

    @Test
    void whatIsNotTakenInTimeIsNotCommittedAndIsWrittenAgain() {
        brokers.slow = true;
        assertThat(committer.run(parked())).isInstanceOf(Retryable.class);
        assertThat(brokers.commitCount()).isZero();
        assertThat(brokers.transactionAborted()).isTrue();

        brokers.slow = false;
        assertThat(committer.run(parked())).isEqualTo(new Committed());
        assertThat(brokers.history()).hasSize(1);
        assertThat(brokers.consumerGroupOffsetsHistory()).hasSize(1);
    }

    @Test
    void brokersThatTakeNothingAreWaitedForWithoutALimit() {
        brokers.slow = true;
        for (int i = 0; i < 50; i++) {
            assertThat(committer.run(parked())).isInstanceOf(Retryable.class);
        }
        brokers.slow = false;
        assertThat(committer.run(parked())).isEqualTo(new Committed());
    }

    @Test
    void aClientThatIsInNoStateToGoOnIsLostToANewOne() {
        brokers.close();
        assertThat(committer.run(parked()))
                .isInstanceOfSatisfying(
                        Fatal.class,
                        lost -> assertThat(SessionLoss.of(lost.cause())).isPresent());
    }

    private static TransactionContent parked() {
        return new TransactionContent(
                List.of(record(TIER, "a delivery")),
                Map.of(DELIVERIES, new OffsetAndMetadata(1)),
                new MockConsumer<byte[], byte[]>("none").groupMetadata());
    }

    /** The client without brokers that Kafka ships. */
    private static final class SlowBrokers extends MockProducer<byte[], byte[]> {
        private boolean slow;

        SlowBrokers() {
            super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
            initTransactions();
        }

        @Override
        public synchronized void flush() {
            if (slow) {
                errorNext(new TimeoutException("9 s have passed"));
            }
            super.flush();
        }
    }
}
