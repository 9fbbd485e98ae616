package io.tidings.cli.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-TYPE-1. */
class EventTypeCommandsTest {
    private static final String PATH = "/topics/orders/eventTypes/order%2Fplaced";
    private static final String SHOWN = """
        {"name":"order/placed","properties":{"deprecated":true,"dataSchema":{"required":["n"]},"version":"2"}}\
        """;

    @TempDir
    private Path folder;

    private final StubManagement server = new StubManagement()
            .on("PUT " + PATH, 201, SHOWN)
            .on("GET " + PATH, 200, SHOWN)
            .on("DELETE " + PATH, 204, "")
            .on("GET /topics/orders/seenEventTypes", 200, """
                {"value":[{"type":"order/paid","eventId":"e-7","source":"tidings.events-0@7",\
                "published":"2026-11-21T12:00:00Z"}],"looked":{"records":8}}\
                """)
            .on("GET /topics/orders/eventTypes", 200, "{\"value\":[" + SHOWN + "]}");
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aTypeIsDeclaredWithTheSchemaAndTheExamplesOfFiles() throws IOException {
        var schema = Files.writeString(folder.resolve("schema.yaml"), "required: [n]\n", UTF_8);
        var example = Files.writeString(folder.resolve("example.json"), "{\"n\":1}", UTF_8);
        assertThat(cli.run(
                        "event-type",
                        "create",
                        "orders",
                        "order/placed",
                        "--description",
                        "Paid",
                        "--type-version",
                        "2",
                        "--deprecated",
                        "--schema",
                        schema.toString(),
                        "--example",
                        example.toString()))
                .isZero();
        assertThat(server.received().getLast().line()).isEqualTo("PUT " + PATH);
        assertThat(server.received().getLast().body()).isEqualTo("""
            {"properties":{"description":"Paid","version":"2","deprecated":true,"dataSchema":{"required":["n"]},\
            "examples":[{"n":1}]}}\
            """);
    }

    @Test
    void typesThatAreSeenAndNotDeclaredAreListed() {
        assertThat(cli.run("event-type", "seen", "orders")).isZero();
        assertThat(cli.printed()).contains("order/paid", "e-7", "2026-11-21T12:00:00Z");
    }

    @Test
    void typesAreListedAndShownAndDeleted() {
        assertThat(cli.run("event-type", "list", "orders")).isZero();
        assertThat(cli.printed()).contains("order/placed (deprecated)").contains("yes");
        assertThat(cli.run("event-type", "show", "orders", "order/placed")).isZero();
        assertThat(cli.printed()).contains("required").contains("version");
        assertThat(cli.run("event-type", "delete", "orders", "order/placed")).isZero();
        assertThat(cli.printed()).contains("topic orders declares no event type order/placed");
    }
}
