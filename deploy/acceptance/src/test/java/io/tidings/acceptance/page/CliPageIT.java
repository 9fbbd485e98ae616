package io.tidings.acceptance.page;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line against a system that runs: what its pages show, and what only a real server can prove. */
class CliPageIT {
    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");
    private static final String APPLY = "BILLING_CODE=s3cret ./deploy/tidings apply -f ";

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;
    private static PageCommands page;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(folder.resolve("data"), Map.of());
        page = new PageCommands(machine, folder);
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void theCommandsOfThePageCreatePublishAndList() throws Exception {
        var printed = page.printedBy("set -e; " + PageCommands.of("cli.md").getFirst());
        assertThat(printed)
                .contains("topic invoices takes EventGridSchema", "subscription invoices/ledger: ")
                .contains("published 1 event to invoices: ")
                .containsPattern("ledger +http://localhost");
        await().atMost(PATIENCE).until(() -> machine.endpoint().requests("/").size() == 1);
    }

    @Test
    void theFileOfThePageIsAppliedOnceAndThenChangesNothing() throws Exception {
        var text = Files.readString(DeployFolder.ROOT.resolve("docs/cli.md"), UTF_8);
        var yaml = YAML.matcher(text);
        assertThat(yaml.find()).isTrue();
        appliedOnce("page", yaml.group(1).replace("orders", "paged").replace("https://example.com", endpoint()));
    }

    @Test
    void aFileWithEverythingIsAppliedOnceAndThenChangesNothing() throws Exception {
        appliedOnce("all", """
            topic: parcels
            properties:
              inputSchema: customeventschema
              inputSchemaMapping:
                inputSchemaMappingType: Json
                properties: {id: {sourceField: number}, eventType: {defaultValue: Parcel.Sent}}
            ---
            subscription: parcels/tracking
            properties:
              eventDeliverySchema: cloudeventschemav1_0
              expirationTimeUtc: 2099-01-02T03:04:05+01:00
              labels: [b, a]
              destination:
                endpointType: webhook
                properties:
                  endpointUrl: "%s/hook?code=${env:BILLING_CODE}"
                  maxEventsPerBatch: 10
                  deliveryAttributeMappings:
                    - {name: X-Key, type: static, properties: {value: "${env:BILLING_CODE}", isSecret: true}}
                    - {name: X-Tenant, type: Dynamic, properties: {sourceField: data.tenant}}
              filter:
                includedEventTypes: [All]
                subjectBeginsWith: /parcels/
                advancedFilters:
                  - {operatorType: numberinrange, key: data.weight, values: [[0, 10.50], [20, 30]]}
                  - {operatorType: BoolEquals, key: data.fragile, value: true}
                  - {operatorType: StringIn, key: data.country, values: [DE, AT]}
                  - {operatorType: IsNotNull, key: data.to}
              retryPolicy: {eventExpiryInMinutes: 60, maxDeliveryAttempts: 7}
              deadLetterDestination:
                endpointType: storageblob
                properties:
                  resourceId: /subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/local/blobServices/default/containers/dead-letters
              tidings:
                recovery: forward
                signing: {}
                retry: {schedule: [PT60S, PT1H], responseTimeout: PT20S, noRetryStatuses: [409]}
            """.formatted(endpoint()));
    }

    private static String endpoint() {
        return machine.endpoint().uri("").toString();
    }

    private static void appliedOnce(String name, String yaml) throws IOException, InterruptedException {
        var file = Files.writeString(folder.resolve(name + ".yaml"), yaml);
        var dryRun = page.printedBy(APPLY + file + " --dry-run; [ $? = 4 ]");
        assertThat(dryRun).contains("+ topic ", "+ subscription ");
        assertThat(page.printedBy(APPLY + file)).isEqualTo(dryRun);
        for (var again : new String[] {" --dry-run", ""}) {
            assertThat(page.printedBy(APPLY + file + again))
                    .contains("= topic ", "= subscription ")
                    .doesNotContain("~");
        }
        assertThat(dryRun).doesNotContain("s3cret");
    }

    @Test
    void aSubscriptionIsPausedResumedShownAndFoundInLists() throws Exception {
        machine.topic("shared", "CloudEventSchemaV1_0");
        machine.subscribe("shared", "watched", "/watched", "", 3);
        assertThat(page.printedBy("./deploy/tidings subscription pause shared/watched"))
                .contains("Paused");
        assertThat(page.printedBy("./deploy/tidings subscription resume shared/watched"))
                .contains("NoTraffic");
        assertThat(page.printedBy("./deploy/tidings topic list -o json | grep -c '\"name\" : \"shared\"'"))
                .isEqualTo("1\n");
        assertThat(page.printedBy("./deploy/tidings subscription show shared/missing; [ $? = 1 ]"))
                .contains("404");
    }

    @Test
    void aDeadLetterIsCountedBroughtBackAndListedAsAJob() throws Exception {
        machine.endpoint().answers("/failing", ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.topic("redriven", "EventGridSchema");
        machine.subscribe("redriven", "failing", "/failing", "", 3);
        page.printedBy("./deploy/tidings publish redriven --id lost-1");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(page.printedBy("./deploy/tidings redrive redriven/failing --dry-run"))
                        .contains("0 of 1 written", "nothing was written", "lost-1"));
        assertThat(page.printedBy("./deploy/tidings redrive redriven/failing --reason"
                        + " UndeliverableDueToHttpBadRequest --last-status 400 --wait"))
                .contains("Done, 1 of 1 written");
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/failing").size() == 2);
        assertThat(page.printedBy("./deploy/tidings jobs list")).contains("redriven/failing", "Done", "admin");
    }

    @Test
    void anEventIsTriedAndATestEventIsSent() throws Exception {
        machine.topic("tried", "EventGridSchema");
        machine.subscribe("tried", "europe", "/europe", "/eu/", 3);
        machine.subscribe("tried", "everything", "/everything", "", 3);
        var event = "'{\"id\":\"1\",\"subject\":\"/us/7\",\"eventType\":\"Placed\",\"dataVersion\":\"1\",\"data\":{},"
                + "\"eventTime\":\"2026-11-22T14:00:00Z\"}'";
        assertThat(page.printedBy("./deploy/tidings filter try tried --data " + event))
                .containsPattern("europe +no +subjectBeginsWith");
        assertThat(page.printedBy("./deploy/tidings filter try tried/europe --data " + event))
                .contains("does not match: subjectBeginsWith");
        assertThat(page.printedBy("./deploy/tidings subscription test tried/europe"))
                .contains("sent the event ");
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/europe").size() == 1);
        assertThat(machine.endpoint().requests("/europe").getFirst().text()).contains("io.tidings.TestEvent");
        assertThat(machine.endpoint().requests("/everything")).isEmpty();
    }

    @Test
    void theScriptForShellsIsOne() throws Exception {
        assertThat(page.printedBy("./deploy/tidings completion bash | bash -n")).isEmpty();
    }

    /** Every command of the page that repairs what failed. */
    @Test
    void anOperatorFindsOutWhyAnEventFailedRepairsTheSubscriptionAndSeesItDelivered() throws Exception {
        machine.endpoint().answers("/old", ScriptedResponse.status(400));
        machine.topic("orders");
        machine.subscribe("orders", "billing", "/old", "", 30);
        machine.publish("order-7", "/orders/7");
        var commands = PageCommands.of("repairing.md").iterator();

        eventually(commands.next(), "attempt 1", "400 BadRequest", "billing: DeadLettered");
        eventually(
                commands.next(),
                "http://localhost:" + machine.endpoint().port() + "/old",
                "UndeliverableDueToHttpBadRequest",
                "0 deliveries wait");
        assertThat(page.printedBy(commands.next())).contains("subscription orders/billing");
        assertThat(page.printedBy(commands.next())).contains("sent the event");
        await().atMost(PATIENCE).until(() -> machine.endpoint().requests("/new").size() == 1);
        assertThat(page.printedBy(commands.next())).contains("of 1 written", "order-7", "1 of 1 written");
        await().atMost(PATIENCE).until(() -> machine.endpoint().requests("/new").size() == 2);
        eventually(commands.next(), "billing (redriven 1): Delivered");
        assertThat(page.printedBy(commands.next())).isNotBlank();
        assertThat(page.printedBy(commands.next())).contains("dry run: nothing was written");
        assertThat(commands).isExhausted();
    }

    /** The timeline follows what was committed. */
    private static void eventually(String command, String... printed) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(page.printedBy(command)).contains(printed));
    }
}
