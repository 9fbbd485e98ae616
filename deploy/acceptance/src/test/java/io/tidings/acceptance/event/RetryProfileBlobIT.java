package io.tidings.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PROFILE-2: a status that a subscription does not retry, from the PUT to the blob. */
class RetryProfileBlobIT {
    @TempDir
    static Path folder;

    @Test
    void theBlobNamesTheStatusThatWasNotRetried() throws IOException {
        var settings = Map.of("time.scale", "0.05", "deadletter.delay", "10s", "deadletter.window", "10s");
        try (var machine = LocalTestCluster.start(folder, settings)) {
            machine.topic("orders", "EventGridSchema");
            machine.endpoint().answers("/strict", ScriptedResponse.status(500), ScriptedResponse.status(409));
            machine.subscribeWithProfile("orders", "strict", "/strict", "/strict", """
                {"schedule": ["PT14S"], "jitter": 0, "noRetryStatuses": [409]}\
                """);
            assertThat(machine.edge()
                            .publish("orders", "[" + machine.order("1", "/strict") + "]")
                            .statusCode())
                    .isEqualTo(200);

            var blob = await().atMost(Duration.ofMinutes(2))
                    .until(() -> machine.blobs("strict"), blobs -> !blobs.isEmpty())
                    .getFirst();

            var requests = machine.endpoint().requests("/strict");
            assertThat(requests).hasSize(2);
            assertThat(Duration.between(
                            requests.getFirst().received(), requests.getLast().received()))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(700));
            var record = new JsonMapper().readTree(blob.toFile());
            assertThat(record).hasSize(1);
            assertThat(record.at("/0/deadLetterReason").textValue()).isEqualTo("UndeliverableDueToHttpConflict");
            assertThat(record.at("/0/deliveryAttempts").intValue()).isEqualTo(2);
            assertThat(record.at("/0/lastDeliveryOutcome").textValue()).isEqualTo("GenericError");
            assertThat(record.at("/0/lastHttpStatusCode").intValue()).isEqualTo(409);
        }
    }
}
