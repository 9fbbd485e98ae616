package io.tidings.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StubManagement server = new StubManagement()
            .on("POST /topics/orders/listKeys", 200, "{\"key1\":\"k1\",\"key2\":\"k2\"}")
            .on("POST /topics/orders/api/events", 200, "");
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    private void takes(String schema) {
        server.on(
                "GET /topics/orders",
                200,
                "{\"name\":\"orders\",\"properties\":{\"inputSchema\":\"%s\",\"endpoint\":\"%s/topics/orders/api/events\"}}"
                        .formatted(schema, server.url()));
    }

    private JsonNode published() throws JsonProcessingException {
        return JSON.readTree(server.received().getLast().body());
    }

    @Test
    void anEventForATopicOfADomainIsSentToTheDomainAndNamesTheTopic() throws JsonProcessingException {
        for (var schema : new String[] {"EventGridSchema", "CloudEventSchemaV1_0"}) {
            server.on(
                            "GET /domains/tenants",
                            200,
                            "{\"name\":\"tenants\",\"properties\":{\"inputSchema\":\"" + schema + "\",\"endpoint\":\""
                                    + server.url() + "/domains/tenants/api/events\"}}")
                    .on("POST /domains/tenants/listKeys", 200, "{\"key1\":\"k1\",\"key2\":\"k2\"}")
                    .on("POST /domains/tenants/api/events", 200, "");
            assertThat(cli.run("publish", "tenants/anna")).as(cli.notes()).isZero();
            assertThat(published()
                            .path(0)
                            .path(schema.startsWith("Cloud") ? "source" : "topic")
                            .asText())
                    .isEqualTo("anna");
        }
    }

    @Test
    void anEventGridTopicGetsEventGridEvents() throws JsonProcessingException {
        takes("EventGridSchema");
        assertThat(cli.run(
                        "publish",
                        "orders",
                        "--id",
                        "o-1",
                        "--type",
                        "Order.Placed",
                        "--subject",
                        "/orders/1",
                        "--data",
                        "{\"amount\":42}"))
                .as(cli.notes())
                .isZero();
        var request = server.received().getLast();
        assertThat(request.headers())
                .containsEntry("aeg-sas-key", "k1")
                .containsEntry("content-type", "application/json")
                .doesNotContainKey("authorization");
        assertThat(published()).isEqualTo(JSON.readTree("""
            [{"id":"o-1","subject":"/orders/1","eventType":"Order.Placed",
              "eventTime":"2026-11-22T12:00:00Z","dataVersion":"1","data":{"amount":42}}]\
            """));
        assertThat(cli.printed()).contains("published 1 event to orders: o-1");
    }

    @Test
    void aTopicForCloudEventsGetsCloudEvents() throws JsonProcessingException {
        takes("CloudEventSchemaV1_0");
        assertThat(cli.run("publish", "orders", "--id", "o", "--count", "2", "--key", "mine"))
                .isZero();
        assertThat(server.lines()).doesNotContain("POST /topics/orders/listKeys");
        assertThat(server.received().getLast().headers())
                .containsEntry("aeg-sas-key", "mine")
                .containsEntry("content-type", "application/cloudevents-batch+json");
        assertThat(published().findValuesAsText("id")).containsExactly("o-1", "o-2");
        assertThat(published().path(0).path("specversion").asText()).isEqualTo("1.0");
    }

    @Test
    void aTopicWithAShapeOfItsOwnGetsTheData() throws JsonProcessingException {
        takes("CustomEventSchema");
        assertThat(cli.run("publish", "orders", "--data", "{\"orderNumber\":17}"))
                .isZero();
        assertThat(published()).hasToString("[{\"orderNumber\":17}]");
        assertThat(cli.run("publish", "orders")).isEqualTo(2);
    }

    @Test
    void wholeEventsComeFromAFile(@TempDir Path folder) throws IOException {
        takes("EventGridSchema");
        var file = Files.writeString(folder.resolve("events.json"), "[{\"id\":\"a\"},{\"id\":\"b\"}]\n{\"id\":\"c\"}");
        assertThat(cli.run("publish", "orders", "--file", file.toString())).isZero();
        assertThat(published().findValuesAsText("id")).containsExactly("a", "b", "c");
    }

    @Test
    void manyEventsAreSeveralRequests() {
        var events = Collections.<JsonNode>nCopies(2_500, JSON.createObjectNode());
        assertThat(Requests.of(events)).hasSize(3);
        var large = Collections.<JsonNode>nCopies(3, JSON.createObjectNode().put("x", "y".repeat(300 * 1024)));
        assertThat(Requests.of(large)).hasSize(3);
    }

    @Test
    void aTokenThatMayNotSeeKeysIsToldToBringOne() {
        takes("EventGridSchema");
        server.on("POST /topics/orders/listKeys", 403, "{\"error\":{\"code\":\"Forbidden\",\"message\":\"no\"}}");
        assertThat(cli.run("publish", "orders")).isEqualTo(1);
        assertThat(cli.notes()).contains("--key");
    }

    @Test
    void dataThatIsNoJsonIsAUsageError() {
        takes("EventGridSchema");
        assertThat(cli.run("publish", "orders", "--data", "{amount")).isEqualTo(2);
        assertThat(cli.notes()).contains("--data is no JSON");
    }
}
