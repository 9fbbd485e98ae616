package io.tidings.topology.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.kafka.KafkaClients;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-MATCH-6: an end that Kafka does not tell is none that is reached. */
@Execution(ExecutionMode.CONCURRENT) // waits most of the time
class TableEndTest {
    @Test
    void anEndThatKafkaDoesNotReportIsUnknown() {
        try (var admin = KafkaClients.of("127.0.0.1:1").admin()) {
            assertThat(new TableEnd(admin, "tidings.topics").getAsLong()).isEqualTo(TableProgress.UNKNOWN);
        }
    }
}
