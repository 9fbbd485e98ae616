package io.tidings.cli.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement.Received;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ApplyCommandTest {
    private static final String ORDERS = """
        topic: orders
        ---
        subscription: orders/billing
        properties:
          destination:
            endpointType: webhook
            properties:
              endpointUrl: https://example.com/hook?code=${env:CODE}
              deliveryAttributeMappings:
                - {name: X-Key, type: Static, properties: {value: "${env:CODE}", isSecret: true}}
          filter: {subjectBeginsWith: /orders/, advancedFilters: [{operatorType: numberIn, key: data.n, values: [1.0]}]}
          retryPolicy: {eventExpiryInMinutes: 60}
          tidings: {signing: {}, recovery: forward}
        """;
    private static final String AUDIT = """
        {"subscription": "orders/audit", "properties": {
          "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "https://example.com/audit"}}}}\
        """;

    @TempDir
    private Path folder;

    private final ResourceServer server = new ResourceServer();

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("orders.yaml"), ORDERS);
        Files.writeString(folder.resolve("audit.json"), AUDIT);
        Files.writeString(folder.resolve("README.md"), "not a resource");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String printedBy(int exit, String... more) {
        var cli =
                CliRun.in(Map.of("CODE", "s3cret", "TIDINGS_URL", server.stub().url()), folder);
        var arguments = new ArrayList<>(List.of("apply", "-f", folder.toString()));
        arguments.addAll(List.of(more));
        assertThat(cli.run(arguments.toArray(String[]::new))).as(cli.notes()).isEqualTo(exit);
        return cli.printed();
    }

    @Test
    void whatIsMissingIsCreatedAndTheSecondRunChangesNothing() {
        assertThat(printedBy(0))
                .contains("+ topic orders", "+ subscription orders/billing", "+ subscription orders/audit");
        assertThat(server.properties("billing")
                        .at("/destination/properties/endpointUrl")
                        .asText())
                .isEqualTo("https://example.com/hook?code=s3cret");
        long changes = server.changes();
        assertThat(printedBy(0))
                .contains("= topic orders", "= subscription orders/billing")
                .doesNotContain("~", "+");
        assertThat(server.changes()).isEqualTo(changes);
        assertThat(printedBy(0, "--dry-run")).doesNotContain("~", "+");
    }

    /** #32 */
    @Test
    @Timeout(20)
    void aNumberIsSentAsItIsWrittenHoweverLargeItIs() throws IOException {
        Files.writeString(
                folder.resolve("orders.yaml"), ORDERS.replace("[1.0]", "[1.0e999999999, 0.12345678901234567890]"));
        printedBy(0);
        assertThat(server.properties("billing")
                        .at("/filter/advancedFilters/0/values")
                        .toString())
                .isEqualTo("[1.0E+999999999,0.12345678901234567890]");
        assertThat(printedBy(0)).contains("= subscription orders/billing");
    }

    @Test
    void aNumberThatNobodyCanReadIsAUsageError() throws IOException {
        Files.writeString(folder.resolve("audit.json"), "{\"topic\": \"a\", \"properties\": {\"a\": 1e99999999999}}");
        assertThat(printedBy(2)).isEmpty();
    }

    @Test
    void aDomainIsWrittenBeforeItsTopicsAndComparedWithItsDefaults() throws IOException {
        Files.writeString(folder.resolve("domains.yaml"), """
            topic: tenants/anna
            ---
            domain: tenants
            properties: {autoDeleteTopicWithLastSubscription: false}
            """);
        printedBy(0);
        assertThat(server.stub().received())
                .filteredOn(request -> request.method().equals("PUT"))
                .extracting(Received::target)
                .startsWith("/domains/tenants")
                .contains("/domains/tenants/topics/anna");
        assertThat(printedBy(0))
                .contains("= domain tenants", "= topic tenants/anna")
                .doesNotContain("~", "+");
        Files.writeString(folder.resolve("domains.yaml"), "domain: tenants");
        assertThat(printedBy(0)).contains("~ domain tenants");
    }

    /** #31: a source that is read before the subscriptions exist matches nothing. */
    @Test
    void aTopicGetsItsSourceWhenItsSubscriptionsExist() throws IOException {
        Files.writeString(folder.resolve("orders.yaml"), ORDERS.replaceFirst("topic: orders\n", """
            topic: orders
            properties: {tidings: {source: {kafkaTopic: shop.orders, format: cloudevents, start: earliest}}}
            """));
        assertThat(printedBy(4, "--dry-run")).containsOnlyOnce("topic orders");
        assertThat(server.changes()).isZero();
        printedBy(0);
        assertThat(server.stub().received())
                .filteredOn(request -> request.method().equals("PUT"))
                .extracting(request -> request.target() + (request.body().contains("shop.orders") ? " sourced" : ""))
                .first()
                .isEqualTo("/topics/orders");
        var last = server.stub().received().stream()
                .filter(request -> request.method().equals("PUT"))
                .toList()
                .getLast();
        assertThat(last.target()).isEqualTo("/topics/orders");
        assertThat(last.body()).contains("shop.orders");
        long changes = server.changes();
        assertThat(printedBy(0)).contains("= topic orders").doesNotContain("~", "+");
        assertThat(server.changes()).isEqualTo(changes);
    }

    /** B-TYPE-1: in a schema, every member means something. */
    @Test
    void anEventTypeIsWrittenBeforeTheSubscriptionsAndComparedAsItIs() throws IOException {
        var type = "eventType: orders/order.placed\nproperties: {dataSchema: {%stype: object}}\n";
        Files.writeString(folder.resolve("types.yaml"), type.formatted("additionalProperties: false, "));
        assertThat(printedBy(0)).contains("+ event type orders/order.placed");
        assertThat(server.stub().received())
                .filteredOn(request -> request.method().equals("PUT"))
                .extracting(Received::target)
                .startsWith("/topics/orders", "/topics/orders/eventTypes/order.placed");
        assertThat(printedBy(0)).contains("= event type orders/order.placed");
        Files.writeString(folder.resolve("types.yaml"), type.formatted(""));
        assertThat(printedBy(4, "--dry-run"))
                .contains("~ event type orders/order.placed", "dataSchema.additionalProperties");
        assertThat(printedBy(4, "--prune", "--dry-run")).doesNotContain("- event type");
        Files.delete(folder.resolve("types.yaml"));
        assertThat(printedBy(0)).doesNotContain("event type");
        assertThat(printedBy(0, "--prune")).contains("- event type orders/order.placed");
        assertThat(printedBy(0, "--prune")).doesNotContain("event type");
        Files.writeString(folder.resolve("types.yaml"), type.replace("orders/", ""));
        assertThat(printedBy(2)).isEmpty();
    }

    @Test
    void aDifferenceIsShownAndWritten() throws IOException {
        printedBy(0);
        Files.writeString(
                folder.resolve("orders.yaml"), ORDERS.replace("60", "30").replace("/orders/,", "/o/,"));
        var differences = new String[] {
            "~ subscription orders/billing",
            "    filter.subjectBeginsWith: /orders/ -> /o/",
            "    retryPolicy.eventTimeToLiveInMinutes: 60 -> 30"
        };
        long changes = server.changes();
        assertThat(printedBy(4, "--dry-run")).contains(differences);
        assertThat(server.changes()).isEqualTo(changes);
        assertThat(printedBy(0)).contains(differences);
        assertThat(printedBy(0)).doesNotContain("~");
    }

    @Test
    void whatAFileDoesNotSayIsTakenAway() throws IOException {
        printedBy(0);
        server.put("audit", """
            {"properties": {"destination": {"endpointType": "WebHook", "properties": {
              "endpointUrl": "https://example.com/audit"}}, "labels": ["by-hand"]}}\
            """);
        assertThat(printedBy(0)).contains("~ subscription orders/audit", "labels: by-hand -> none");
        assertThat(server.properties("audit").has("labels")).isFalse();
    }

    @Test
    void aPauseIsLeftToOperatorsUnlessAFileSpeaksOfIt() throws IOException {
        printedBy(0);
        server.properties("audit").put("paused", true);
        assertThat(printedBy(0)).contains("= subscription orders/audit");
        Files.writeString(
                folder.resolve("audit.json"),
                AUDIT.replace("\"properties\": {\n", "\"properties\": {\"labels\":[\"a\"],\n"));
        assertThat(printedBy(0)).contains("~ subscription orders/audit");
        assertThat(server.properties("audit").path("paused").asBoolean()).isTrue();
    }

    @Test
    void whatNoFileNamesIsDeletedOnRequestOnly() throws IOException {
        printedBy(0);
        server.put("old-one", AUDIT);
        assertThat(printedBy(0)).doesNotContain("old-one");
        assertThat(printedBy(4, "--prune", "--dry-run")).contains("- subscription orders/old-one");
        assertThat(server.has("old-one")).isTrue();
        assertThat(printedBy(0, "--prune")).contains("- subscription orders/old-one");
        assertThat(server.has("old-one")).isFalse();
        assertThat(server.has("audit")).isTrue();
    }

    /** B-MCP-2: no file names the subscriptions of agents. */
    @Test
    void whatAnAgentHasSubscribedIsLeftAlone() throws IOException {
        printedBy(0);
        server.put("old-one", AUDIT.replace("\"properties\": {\n", """
            "properties": {"tidings": {"agent": {"principal": "bot"}},
            """));
        assertThat(printedBy(0, "--prune")).doesNotContain("old-one");
        assertThat(server.has("old-one")).isTrue();
    }

    @Test
    void noSecretIsPrinted() throws IOException {
        var printed = printedBy(0);
        Files.writeString(folder.resolve("orders.yaml"), ORDERS.replace("60", "30"));
        assertThat(printed + printedBy(4, "--dry-run") + printedBy(0, "-o", "json"))
                .doesNotContain("s3cret");
    }

    @Test
    void whatIsNoResourceIsAUsageErrorAndNothingIsSent() throws IOException {
        Files.writeString(folder.resolve("zzz.yaml"), "topics: orders\n");
        assertThat(printedBy(2)).isEmpty();
        Files.writeString(folder.resolve("zzz.yaml"), ORDERS);
        assertThat(printedBy(2)).isEmpty();
        Files.writeString(
                folder.resolve("zzz.yaml"), "topic: ${env:UNSET}\nproperties: {inputSchema: '${env:UNSET}'}\n");
        assertThat(printedBy(2)).isEmpty();
        assertThat(server.stub().received()).isEmpty();
    }

    /** #31 */
    @Test
    void allMistakesOfAllFilesAreTold() throws IOException {
        Files.writeString(folder.resolve("bad.yaml"), "topics: orders\n---\nsubscription: billing\n");
        Files.writeString(folder.resolve("worse.json"), "{");
        var cli = CliRun.in(Map.of("TIDINGS_URL", server.stub().url()), folder);
        assertThat(cli.run("apply", "-f", folder.toString())).isEqualTo(2);
        assertThat(cli.notes())
                .contains(
                        "bad.yaml:1: a resource is an object",
                        "bad.yaml:3: a subscription is named",
                        "worse.json:1: this cannot be understood")
                .contains("variable CODE, which is not set");
        assertThat(server.stub().received()).isEmpty();
    }

    /** #31 */
    @Test
    void allRefusalsAreToldAndTheRestIsWritten() throws IOException {
        server.refuse("billing");
        server.refuse("audit");
        server.put("old-one", AUDIT);
        var cli =
                CliRun.in(Map.of("CODE", "s3cret", "TIDINGS_URL", server.stub().url()), folder);
        assertThat(cli.run("apply", "-f", folder.toString(), "--prune")).isEqualTo(1);
        assertThat(cli.printed()).contains("+ topic orders");
        assertThat(cli.notes())
                .contains(
                        "orders.yaml:3: subscription orders/billing: 400",
                        "audit.json:1: subscription orders/audit: 400");
        assertThat(server.has("old-one")).isTrue();
    }

    private String refusedBy(String... more) {
        var cli =
                CliRun.in(Map.of("CODE", "s3cret", "TIDINGS_URL", server.stub().url()), folder);
        var arguments = new ArrayList<>(List.of("apply", "-f", folder.toString()));
        arguments.addAll(List.of(more));
        assertThat(cli.run(arguments.toArray(String[]::new))).isEqualTo(1);
        return cli.notes();
    }

    /** #35 */
    @Test
    void eachMistakeIsToldWithItsLine() throws IOException {
        Files.writeString(folder.resolve("bad.yaml"), """
            topic: orders
            propertys: {}
            ---
            topic: payments
            properties: [inputSchema]
            ---
            subscription: payments/ledger
            properties:
              labels:
                - ok
                - ${env:LABEL}
              labels: [again]
              destination: {properties: {endpointUrl: "${env:URL}"}}
            """);
        Files.writeString(folder.resolve("worse.json"), "{\n  \"topic\": \"a\",\n}");
        var cli =
                CliRun.in(Map.of("CODE", "s3cret", "TIDINGS_URL", server.stub().url()), folder);
        assertThat(cli.run("apply", "-f", folder.toString())).isEqualTo(2);
        assertThat(cli.notes().lines().map(line -> line.replace(folder + "/", "")))
                .startsWith(
                        "bad.yaml:2: a resource has no member propertys.",
                        "Did you mean properties?",
                        "bad.yaml:5: properties is no object.",
                        "bad.yaml:12: labels is there already, in line 9.",
                        "bad.yaml:13: this refers to the environment variable URL, which is not set.",
                        "orders.yaml:1: topic orders is described already, at bad.yaml:1.")
                .anyMatch(line -> line.startsWith("worse.json:3: this cannot be understood"));
        assertThat(server.stub().received()).isEmpty();
    }

    /** #35 */
    @Test
    void whatTheServerRefusesIsToldWithTheLineOfEachMember() {
        server.refuse("billing", """
            {"target":"properties.filter.advancedFilters[0].key","message":"key is too long"},
            {"target":"properties.retryPolicy.eventTimeToLiveInMinutes","message":"must be at least 1"},
            {"target":"properties.destination.properties.deliveryAttributeMappings[0].properties.value","message":"no"}\
            """);
        assertThat(refusedBy().lines().map(line -> line.replace(folder + "/", "")))
                .containsExactly(
                        "orders.yaml:11: subscription orders/billing: key is too long",
                        "orders.yaml:12: subscription orders/billing: must be at least 1",
                        "orders.yaml:10: subscription orders/billing: no");
    }

    /** #35 */
    @Test
    void aDryRunAsksTheServerForItsRulesIfItWritesNothingThen() {
        server.refuse("billing");
        assertThat(printedBy(4, "--dry-run")).contains("+ subscription orders/billing");
        server.stub().on("GET /openapi.json", 200, "{\"components\":{\"parameters\":{\"dryRun\":{}}}}");
        assertThat(refusedBy("--dry-run")).contains("orders.yaml:3: subscription orders/billing: 400");
        assertThat(server.has("audit")).isFalse();
        server.stub().on("PUT /topics/orders/eventSubscriptions/billing", 403, "{}");
        assertThat(printedBy(4, "--dry-run")).contains("+ subscription orders/billing");
    }

    /** #35 */
    @Test
    void whatACreatedResourceWillBeIsShown() {
        assertThat(printedBy(4, "--dry-run")).isEqualTo(printedBy(0)).isEqualTo("""
            + topic orders
                inputSchema: EventGridSchema
            + subscription orders/audit
                destination.endpointType: WebHook
                destination.properties.endpointUrl: https://example.com/audit
            + subscription orders/billing
                destination.endpointType: webhook
                destination.properties.deliveryAttributeMappings: [{"name":"X-Key","type":"Static","properties":{"isSecret":true}}]
                destination.properties.endpointUrl: https://example.com/hook…
                filter.advancedFilters: [{"operatorType":"numberIn","key":"data.n","values":[1.0]}]
                filter.subjectBeginsWith: /orders/
                retryPolicy.eventExpiryInMinutes: 60
                tidings.recovery: forward
                tidings.signing: {}
            """);
    }

    /** #35: its records would not be matched against the subscription that is missing. */
    @Test
    void aTopicGetsItsSourceOnlyWhenAllItsSubscriptionsAreWrittenAndTheSameCommandGoesOn() throws IOException {
        Files.writeString(folder.resolve("orders.yaml"), ORDERS.replaceFirst("topic: orders\n", """
            topic: orders
            properties: {tidings: {source: {kafkaTopic: shop.orders, format: cloudevents, start: earliest}}}
            """));
        server.refuse("billing");
        assertThat(refusedBy()).contains("orders.yaml:2: topic orders gets its source once all that belongs to it");
        assertThat(server.stub().received()).noneMatch(request -> request.body().contains("shop.orders"));
        assertThat(server.has("audit")).isTrue();

        server.accept("billing");
        assertThat(printedBy(0))
                .contains("= subscription orders/audit", "+ subscription orders/billing", "~ topic orders")
                .contains("    tidings.source.kafkaTopic: none -> shop.orders");
        assertThat(printedBy(0)).doesNotContain("~", "+");
    }

    /** #35 */
    @Test
    void whatWasRefusedBeforeTheServerWasLostIsToldAsWell() {
        server.refuse("audit");
        server.stub().on("GET /topics/orders/eventSubscriptions/billing", _ -> {
            throw new IllegalStateException("the connection is closed without a response");
        });
        var cli =
                CliRun.in(Map.of("CODE", "s3cret", "TIDINGS_URL", server.stub().url()), folder);
        assertThat(cli.run("apply", "-f", folder.toString())).isEqualTo(3);
        assertThat(cli.notes()).contains("audit.json:1: subscription orders/audit: 400", "The connection to");
    }

    /** #35 */
    @Test
    void noSecretOfAnEndpointIsPrintedWhenItChanges() throws IOException {
        printedBy(0);
        Files.writeString(folder.resolve("orders.yaml"), ORDERS.replace("/hook?", "/hook2?"));
        assertThat(printedBy(0))
                .contains("endpointUrl: https://example.com/hook… -> https://example.com/hook2…")
                .doesNotContain("s3cret");
    }
}
