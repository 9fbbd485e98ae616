package io.tidings.runtime.session;

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

class SessionLossTest {
    @AfterEach
    void forgetTheInterrupt() {
        var _ = Thread.interrupted(); // Kafka's exception sets it
    }

    @Test
    void aNewSessionReachesWhatKafkaReports() {
        assertThat(SessionLoss.of(new FencedInstanceIdException("x"))).contains(SessionLoss.FENCED);
        assertThat(SessionLoss.of(new ProducerFencedException("x"))).contains(SessionLoss.FENCED);
        assertThat(SessionLoss.of(new InvalidProducerEpochException("x"))).contains(SessionLoss.TRANSACTION);
        assertThat(SessionLoss.of(new InvalidTxnStateException("x"))).contains(SessionLoss.TRANSACTION);
        assertThat(SessionLoss.of(new TimeoutException("x"))).contains(SessionLoss.TIMEOUT);
        assertThat(SessionLoss.of(new DisconnectException("x"))).contains(SessionLoss.OTHER);
    }

    @Test
    void aMissingRightCanBeGivenWhileTheProgramRuns() {
        assertThat(SessionLoss.of(new TopicAuthorizationException("x"))).contains(SessionLoss.OTHER);
    }

    @Test
    void theFirstCauseCountsAndNotItsWrapping() {
        var wrapped = new KafkaException("in an error state", new ProducerFencedException("x"));
        assertThat(SessionLoss.of(wrapped)).contains(SessionLoss.FENCED);
    }

    @Test
    void aNameThatCannotBeResolvedIsBrokersThatAreAway() {
        var clients = KafkaClients.of("nobody.invalid:9092");
        assertThatThrownBy(() -> clients.producer(Map.of()))
                .satisfies(failure -> assertThat(SessionLoss.of(failure)).contains(SessionLoss.OTHER));
    }

    @Test
    void aSettingThatCannotBeIsBeyondRepair() {
        var clients = KafkaClients.of("localhost:9092");
        assertThatThrownBy(() -> clients.producer(Map.of("delivery.timeout.ms", 1, "request.timeout.ms", 2)))
                .satisfies(failure -> assertThat(SessionLoss.of(failure)).isEmpty());
    }

    @Test
    void aCauseThatANewSessionWouldMeetAgainIsBeyondRepair() {
        assertThat(SessionLoss.of(new IllegalStateException("a bug"))).isEmpty();
        assertThat(SessionLoss.of(new OutOfMemoryError())).isEmpty();
        assertThat(SessionLoss.of(new KafkaException("a transaction ended in an error", new StackOverflowError())))
                .isEmpty();
        assertThat(SessionLoss.of(new SaslAuthenticationException("wrong password")))
                .isEmpty();
        assertThat(SessionLoss.of(new UnsupportedVersionException("old brokers")))
                .isEmpty();
        assertThat(SessionLoss.of(new InterruptException("stop"))).isEmpty();
    }
}
