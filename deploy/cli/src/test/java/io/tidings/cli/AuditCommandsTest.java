package io.tidings.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The commands of the audit log, on responses of the management API. */
class AuditCommandsTest {
    private static final String PATCHED = """
        {"time":"2026-11-22T12:00:00Z","who":"billing-ci","from":"192.0.2.7","requestId":"r-7","action":"PATCH",
         "resource":"topics/orders/eventSubscriptions/billing","offset":1042,"confirmed":false,
         "before":{"name":"billing","properties":{"paused":false}},
         "after":{"name":"billing","properties":{"paused":true,"labels":["a"]}}}\
        """;
    private static final String CREATED = """
        {"time":"2026-11-22T11:00:00Z","who":"admin","from":"::1","action":"PUT","resource":"topics/orders",
         "offset":1000,"after":{"name":"orders"}}\
        """;
    private static final String READ = """
        {"time":"2026-11-22T10:00:00Z","who":"admin","from":"::1","action":"listKeys","resource":"topics/orders",
         "offset":900}\
        """;

    private final StubManagement server = new StubManagement();
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    /** #35 */
    @Test
    void eachChangeSaysWhoMadeItFromWhereAndWhatIsDifferent() {
        server.on("GET /audit", 200, "{\"value\":[%s,%s,%s]}".formatted(PATCHED, CREATED, READ));
        assertThat(cli.run("audit", "list")).as(cli.notes()).isZero();
        assertThat(cli.printed().lines().map(line -> line.replaceAll(" {2,}", "|")))
                .containsExactly(
                        "TIME|WHO|FROM|ACTION|RESOURCE|CHANGED",
                        "2026-11-22T12:00:00Z|billing-ci|192.0.2.7|PATCH|topics/orders/eventSubscriptions/billing|"
                                + "not confirmed by Kafka; may have been made",
                        "|properties.labels: none -> a",
                        "|properties.paused: false -> true",
                        "2026-11-22T11:00:00Z|admin|::1|PUT|topics/orders|created",
                        "2026-11-22T10:00:00Z|admin|::1|listKeys|topics/orders");
    }

    @Test
    void theFiltersAreThoseOfTheServer() {
        server.on("GET /audit", 200, "{\"value\":[]}");
        assertThat(cli.run(
                        "audit",
                        "list",
                        "--who=otto",
                        "--action=patch",
                        "--resource=topics/orders",
                        "--from=1h",
                        "--to=2026-11-22T11:30:00+00:00",
                        "--limit=7"))
                .as(cli.notes())
                .isZero();
        assertThat(server.lines())
                .containsExactly("GET /audit?who=otto&action=patch&resource=topics%2Forders"
                        + "&from=2026-11-22T11%3A00%3A00Z&to=2026-11-22T11%3A30%3A00Z&%24top=7");
    }

    @Test
    void pagesAreReadToTheEndAndNoneIsCalledIncomplete() {
        server.onEach(
                "GET /audit",
                "{\"value\":[],\"incomplete\":[\"searched back to noon\"],\"nextLink\":\"http://p/audit?n=2\"}",
                "{\"value\":[%s]}".formatted(READ));
        assertThat(cli.run("audit", "list", "-o", "json")).isZero();
        assertThat(cli.printed()).contains("\"offset\" : 900").doesNotContain("incomplete");
        assertThat(server.lines()).containsExactly("GET /audit?%24top=100", "GET /audit?n=2");
    }
}
