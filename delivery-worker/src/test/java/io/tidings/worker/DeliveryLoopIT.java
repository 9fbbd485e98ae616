package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.Answer;
import io.tidings.testbed.ReceivedRequest;
import io.tidings.testbed.Receiver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DEL-1, B-DEL-2, B-RETRY-1 and B-DLQ-2 on a real broker with a scripted endpoint. */
class DeliveryLoopIT {
    @TempDir
    Path folder;

    @Test
    void deliversRetriesAndGivesUp() throws Exception {
        try (var bench = WorkerBench.start(folder, 2, 0.02);
                var receiver = Receiver.start()) {
            receiver.answersPerEvent("/flaky", Answer.status(503), Answer.status(500), Answer.status(200));
            receiver.answers("/bad", Answer.status(400));
            bench.subscribe("orders", "good", destination(receiver, "/good", ""));
            bench.subscribe("orders", "flaky", destination(receiver, "/flaky", ""));
            bench.subscribe("orders", "bad", destination(receiver, "/bad", DEAD_LETTERS));
            bench.deliver("orders", "good", 100);
            bench.deliver("orders", "flaky", 20);
            bench.deliver("orders", "bad", 5);
            try (var worker = bench.worker("one", Map.of())) {
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                    assertThat(receiver.requests("/good")).hasSize(100);
                    assertThat(receiver.requests("/flaky")).hasSize(60);
                    assertThat(receiver.requests("/bad")).hasSize(5);
                });
                await().atMost(Duration.ofSeconds(5))
                        .untilAsserted(() -> assertThat(bench.records(WorkerBench.TOPICS.deadLetters()))
                                .hasSize(5));
                assertThat(worker.ready()).isTrue();
            }
            assertThat(receiver.requests("/good").getFirst().header("aeg-delivery-count"))
                    .containsExactly("0");
            assertThat(receiver.requests("/flaky").stream()
                            .filter(request -> request.text().contains("\"flaky-7\""))
                            .map(DeliveryLoopIT::count))
                    .containsExactly("0", "1", "2");
        }
    }

    private static String count(ReceivedRequest request) {
        return request.header("aeg-delivery-count").getFirst();
    }

    private static final String DEAD_LETTERS = """
        ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":{"resourceId":"/a/storageAccounts/local",\
        "blobContainerName":"dead"}}\
        """;

    private static String destination(Receiver receiver, String path, String more) {
        return "{\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\"" + receiver.uri(path)
                + "\"}}" + more + "}";
    }
}
