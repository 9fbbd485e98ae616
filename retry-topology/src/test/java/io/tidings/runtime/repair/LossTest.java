package io.tidings.runtime.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.runtime.kafka.KafkaClients;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LossTest {
    @AfterEach
    void forgetTheInterrupt() {
        var _ = Thread.interrupted(); // Kafka's exception sets it
    }

    @Test
    void aNewSessionReachesWhatKafkaReports() {
        assertThat(Loss.of(new FencedInstanceIdException("x"))).contains(Loss.FENCED);
        assertThat(Loss.of(new ProducerFencedException("x"))).contains(Loss.FENCED);
        assertThat(Loss.of(new InvalidProducerEpochException("x"))).contains(Loss.TRANSACTION);
        assertThat(Loss.of(new InvalidTxnStateException("x"))).contains(Loss.TRANSACTION);
        assertThat(Loss.of(new TimeoutException("x"))).contains(Loss.TIMEOUT);
        assertThat(Loss.of(new DisconnectException("x"))).contains(Loss.OTHER);
    }

    @Test
    void aMissingRightCanBeGivenWhileTheProgramRuns() {
        assertThat(Loss.of(new TopicAuthorizationException("x"))).contains(Loss.OTHER);
    }

    @Test
    void theFirstCauseCountsAndNotItsWrapping() {
        var wrapped = new KafkaException("in an error state", new ProducerFencedException("x"));
        assertThat(Loss.of(wrapped)).contains(Loss.FENCED);
    }

    @Test
    void aNameThatCannotBeResolvedIsBrokersThatAreAway() {
        var clients = KafkaClients.of("nobody.invalid:9092");
        assertThatThrownBy(() -> clients.producer(Map.of()))
                .satisfies(failure -> assertThat(Loss.of(failure)).contains(Loss.OTHER));
    }

    @Test
    void aSettingThatCannotBeIsBeyondRepair() {
        var clients = KafkaClients.of("localhost:9092");
        assertThatThrownBy(() -> clients.producer(Map.of("delivery.timeout.ms", 1, "request.timeout.ms", 2)))
                .satisfies(failure -> assertThat(Loss.of(failure)).isEmpty());
    }

    @Test
    void whatANewSessionWouldMeetAgainIsBeyondRepair() {
        assertThat(Loss.of(new IllegalStateException("a bug"))).isEmpty();
        assertThat(Loss.of(new OutOfMemoryError())).isEmpty();
        assertThat(Loss.of(new KafkaException("a transaction ended in an error", new StackOverflowError())))
                .isEmpty();
        assertThat(Loss.of(new SaslAuthenticationException("wrong password"))).isEmpty();
        assertThat(Loss.of(new UnsupportedVersionException("old brokers"))).isEmpty();
        assertThat(Loss.of(new InterruptException("stop"))).isEmpty();
    }
}
