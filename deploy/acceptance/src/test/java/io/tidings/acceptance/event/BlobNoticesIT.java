package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-7: events for blobs go the way of all events, from the exporter to an endpoint. */
class BlobNoticesIT {
    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    /** The topic that is named is created when everything runs, as on a machine that is set up anew. */
    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(
                folder,
                Map.of(
                        "time.scale", "0.02",
                        "deadletter.delay", "25s",
                        "deadletter.window", "10s",
                        "deadletter.notify.topic", "blobs"));
        machine.topic("orders", "EventGridSchema");
        machine.topic("blobs", "EventGridSchema");
        machine.endpoint().answers("/refusing", ScriptedResponse.status(400));
        machine.endpoint().answers("/refusing-notices", ScriptedResponse.status(400));
        machine.subscribe("orders", "refusing", "/refusing", "", 30);
        machine.subscribe("blobs", "told", "/told", "", 30);
        machine.subscribe("blobs", "refusing-notices", "/refusing-notices", "", 30);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void aBlobIsToldToAnEndpointAndTheNoticeThatIsRefusedIsNotToldAgain() {
        giveUp("1");
        await().atMost(PATIENCE).until(() -> notices("/told").size() == 1);
        var blob = machine.blobs("refusing").getFirst();
        var notice = notices("/told").getFirst();
        assertThat(notice.path("eventType").asText()).isEqualTo("Microsoft.Storage.BlobCreated");
        assertThat(notice.path("topic").asText()).isEqualTo(LocalTestCluster.topicId("blobs"));
        assertThat(notice.at("/data/url").asText()).isEqualTo(blob.toUri().toString());

        await().atMost(PATIENCE).until(() -> machine.blobs("refusing-notices").size() == 1);
        giveUp("2"); // a notice of the blob before would arrive first
        await().atMost(PATIENCE).until(() -> notices("/refusing-notices").size() == 2);
        assertThat(notices("/refusing-notices"))
                .extracting(each -> each.path("subject").asText())
                .allMatch(subject -> subject.contains("/blobs/REFUSING/"));
        await().atMost(PATIENCE).until(() -> machine.blobs("refusing-notices").size() == 2);
        assertThat(notices("/told")).hasSize(2);
    }

    private static void giveUp(String id) {
        assertThat(machine.edge()
                        .publish("orders", "[" + machine.order(id, "/orders/" + id) + "]")
                        .statusCode())
                .isEqualTo(200);
    }

    private static List<JsonNode> notices(String path) {
        return machine.endpoint().requests(path).stream()
                .map(request -> json(request.text()).path(0))
                .toList();
    }

    private static JsonNode json(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
