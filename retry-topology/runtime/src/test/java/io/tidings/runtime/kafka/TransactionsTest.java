package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.kafka.CommitResult.Committed;
import io.tidings.runtime.kafka.CommitResult.Fatal;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import io.tidings.runtime.session.SessionLoss;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: brokers that are slow to take what is parked, as while one of three is away, are waited for. */
class TransactionsTest {
    private static final ProducerRecord<byte[], byte[]> PARKED =
            new ProducerRecord<>("tidings.retry.10s", 1, null, new byte[] {1});
    private static final Map<TopicPartition, OffsetAndMetadata> OFFSETS =
            Map.of(new TopicPartition("tidings.deliveries", 1), new OffsetAndMetadata(1));
    private static final ConsumerGroupMetadata GROUP = new MockConsumer<byte[], byte[]>("none").groupMetadata();

    private final SlowBrokers brokers = new SlowBrokers();
    private final Transactions transactions = new Transactions(brokers);

    @AfterEach
    void close() {
        transactions.close(Duration.ZERO);
    }

    @Test
    void aRecordThatIsNotAcceptedInTimeIsNotCommittedAndCanBeWrittenAgain() {
        brokers.slow = true;
        assertThat(commitParked()).isInstanceOf(Retryable.class);
        assertThat(brokers.commitCount()).isZero();
        assertThat(brokers.transactionAborted()).isTrue();

        brokers.slow = false;
        assertThat(commitParked()).isInstanceOf(Committed.class);
        assertThat(brokers.history()).hasSize(1);
        assertThat(brokers.consumerGroupOffsetsHistory()).hasSize(1);
    }

    @Test
    void brokersThatTakeNothingAreWaitedForWithoutALimit() {
        brokers.slow = true;
        for (int i = 0; i < 50; i++) {
            assertThat(commitParked()).isInstanceOf(Retryable.class);
        }
        brokers.slow = false;
        assertThat(commitParked()).isInstanceOf(Committed.class);
    }

    @Test
    void recordsThatAreSentOneByOneCountWithTheCommit() {
        transactions.send(PARKED);
        transactions.send(PARKED);
        assertThat(transactions.open()).isTrue();
        assertThat(brokers.history()).isEmpty();

        assertThat(transactions.commit(OFFSETS, GROUP)).isInstanceOf(Committed.class);
        assertThat(transactions.open()).isFalse();
        assertThat(brokers.history()).hasSize(2);
    }

    @Test
    void anAbortedTransactionDoesNotCount() {
        transactions.send(PARKED);
        transactions.abort();
        transactions.abort();
        assertThat(transactions.open()).isFalse();

        assertThat(transactions.commit(OFFSETS, GROUP)).isInstanceOf(Committed.class);
        assertThat(brokers.history()).isEmpty();
    }

    @Test
    void aCommitThatTimedOutIsAskedForOnceMore() {
        brokers.commitsTimeOut = 1;
        assertThat(commitParked()).isInstanceOf(Committed.class);
        assertThat(brokers.history()).hasSize(1);
    }

    @Test
    void theOutcomeOfACommitThatTimedOutTwiceIsUnknown() {
        brokers.commitsTimeOut = 2;
        assertThat(commitParked())
                .isInstanceOfSatisfying(
                        Fatal.class, lost -> assertThat(lost.cause()).isInstanceOf(TimeoutException.class));
    }

    @Test
    void aGroupThatHasMovedOnMakesItRetryable() {
        brokers.sendOffsetsToTransactionException = new CommitFailedException("generation 7");
        assertThat(commitParked()).isEqualTo(new Retryable("generation 7"));
        assertThat(transactions.open()).isFalse();
    }

    @Test
    void onlyTheAbortDistinguishesATimeoutFromAFence() {
        brokers.commitTransactionException = new InvalidProducerEpochException("old epoch");
        assertThat(commitParked()).isEqualTo(new Retryable("old epoch"));

        brokers.abortTransactionException = new ProducerFencedException("another");
        assertThat(commitParked())
                .isInstanceOfSatisfying(
                        Fatal.class, lost -> assertThat(lost.cause()).isInstanceOf(ProducerFencedException.class));
    }

    @Test
    void aClientThatIsInNoStateToGoOnIsLostToANewOne() {
        brokers.close();
        assertThat(commitParked())
                .isInstanceOfSatisfying(
                        Fatal.class,
                        lost -> assertThat(SessionLoss.of(lost.cause())).isPresent());
    }

    private CommitResult commitParked() {
        return transactions.commit(List.of(PARKED), List.of(), OFFSETS, GROUP);
    }

    /** The client without brokers that Kafka ships. */
    private static final class SlowBrokers extends MockProducer<byte[], byte[]> {
        private boolean slow;
        private int commitsTimeOut;

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

        @Override
        public void commitTransaction() {
            if (commitsTimeOut > 0) {
                commitsTimeOut--;
                throw new TimeoutException("no response to the commit");
            }
            super.commitTransaction();
        }
    }
}
