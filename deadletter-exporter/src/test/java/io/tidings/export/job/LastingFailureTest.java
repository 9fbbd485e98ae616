package io.tidings.export.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class LastingFailureTest {
    @Test
    void missingRightsLastWhateverWrapsThem() {
        var missing = new TopicAuthorizationException("not authorized for deliveries");
        assertThat(LastingFailure.of(missing).orElseThrow()).contains("lacks rights", "deliveries");
        assertThat(LastingFailure.of(new KafkaException("in an error state", new KafkaException(missing)))
                        .orElseThrow())
                .contains("lacks rights", "deliveries");
    }

    @Test
    void aRecordThatIsTooLargeStaysSo() {
        assertThat(LastingFailure.of(new KafkaException(new RecordTooLargeException("2 MiB")))
                        .orElseThrow())
                .contains("too large", "2 MiB");
    }

    @Test
    void aTimeoutPasses() {
        assertThat(LastingFailure.of(new KafkaException(new TimeoutException("late"))))
                .isEmpty();
    }
}
