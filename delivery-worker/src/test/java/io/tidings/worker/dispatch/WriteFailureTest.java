package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.verdict.Outcome.NotWritten;
import io.tidings.worker.verdict.Outcome.Refusal;
import io.tidings.worker.verdict.Outcome.TimedOut;
import java.util.stream.Stream;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WriteFailureTest {
    @ParameterizedTest(name = "{0} is {1}")
    @MethodSource("refusals")
    void aFailureOfTheProducerIsARefusal(KafkaException failure, Refusal refusal) {
        assertThat(WriteFailure.outcomeOf(failure, "orders"))
                .isInstanceOfSatisfying(
                        NotWritten.class,
                        outcome -> assertThat(outcome.refusal()).isEqualTo(refusal));
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(new UnknownTopicOrPartitionException("no"), Refusal.NO_TOPIC),
                Arguments.of(new TopicAuthorizationException("orders"), Refusal.NO_RIGHT),
                Arguments.of(new RecordTooLargeException("large"), Refusal.TOO_LARGE),
                Arguments.of(new InvalidRecordException("no key"), Refusal.INVALID),
                Arguments.of(new PolicyViolationException("policy"), Refusal.INVALID),
                Arguments.of(new UnknownServerException("server"), Refusal.OTHER));
    }

    @Test
    void aRecordThatIsNotAcceptedInTimeHasTimedOut() {
        assertThat(WriteFailure.outcomeOf(new TimeoutException("late"), "orders"))
                .isEqualTo(new TimedOut());
    }
}
