package io.tidings.local;

import static io.tidings.local.OneMachine.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.Answer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** The pipeline on the broker as its own image ships it; skipped where there is no Docker. */
@Testcontainers(disabledWithoutDocker = true)
class TestcontainersKafkaIT {
    @Container
    private static final KafkaContainer KAFKA = new KafkaContainer("apache/kafka:4.3.1");

    @Test
    void anEventIsRetriedAndDelivered(@TempDir Path folder) {
        try (var machine = OneMachine.start(folder, KAFKA.getBootstrapServers(), Map.of("time.scale", "0.02"))) {
            machine.endpoint().answers("/busy", Answer.status(503), Answer.status(200));
            machine.topic("orders", "EventGridSchema");
            machine.subscribe("orders", "busy", "/busy", "", 30);

            var answer = machine.edge().publish("orders", "[" + machine.order("1", "/busy") + "]");

            assertThat(answer.statusCode()).isEqualTo(200);
            await().atMost(PATIENCE)
                    .until(() -> machine.endpoint().requests("/busy").size() == 2);
        }
    }
}
