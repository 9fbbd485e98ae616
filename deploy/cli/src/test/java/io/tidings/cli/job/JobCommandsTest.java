package io.tidings.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobCommandsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RUNNING = """
        {"id":"20261122-190501-3f9a","kind":"redrive","topic":"orders","subscription":"billing","state":"Running",
         "progress":{"selected":120,"written":40,"skipped":{"AlreadyRedriven":3}}}\
        """;
    private static final String DONE = RUNNING.replace("Running", "Done").replace("40", "120");
    private static final String JOB = "/jobs/20261122-190501-3f9a";

    private final StubManagement server = new StubManagement().on("POST /jobs", 201, RUNNING);
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aRedriveSaysWhatItSelects() throws JsonProcessingException {
        assertThat(cli.run(
                        "redrive",
                        "orders/billing",
                        "--from",
                        "4h",
                        "--reason",
                        "Expired,MaxDeliveryAttemptsExceeded",
                        "--last-status",
                        "503",
                        "--event-id",
                        "order-7",
                        "--rate",
                        "10",
                        "--again",
                        "--from-blobs"))
                .as(cli.notes())
                .isZero();
        assertThat(JSON.readTree(server.received().getFirst().body())).isEqualTo(JSON.readTree("""
            {"kind":"redrive","topic":"orders","subscription":"billing","dryRun":false,"rate":10,
             "select":{"eventIds":["order-7"],"from":"2026-11-22T08:00:00Z",
               "reasons":["Expired","MaxDeliveryAttemptsExceeded"],"statuses":[503],"again":true},
             "from":"blobs"}\
            """));
        assertThat(cli.printed()).contains("tidings jobs show 20261122-190501-3f9a --wait");
    }

    @Test
    void aRedriveTakesLettersOfAFormerSubscriptionOnRequest() throws JsonProcessingException {
        assertThat(cli.run("redrive", "orders/billing", "--former")).isZero();
        assertThat(JSON.readTree(server.received().getFirst().body())
                        .at("/select/former")
                        .booleanValue())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redrive orders --subscription billing,audit | [\"billing\",\"audit\"]",
                "replay orders --subscription billing --subscription audit | [\"billing\",\"audit\"]",
                "redrive orders --all | [\"*\"]",
                "replay --all orders | [\"*\"]"
            })
    void aJobOfSeveralSubscriptionsNamesThemOrAll(String command, String names) throws JsonProcessingException {
        assertThat(cli.run(command.split(" "))).as(cli.notes()).isZero();
        var request = JSON.readTree(server.received().getFirst().body());
        assertThat(request.path("topic").asText()).isEqualTo("orders");
        assertThat(request.path("subscriptions")).isEqualTo(JSON.readTree(names));
        assertThat(request.has("subscription")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redrive --host hooks.example | {\"host\":\"hooks.example\"}",
                "replay --host hooks.example:443 | {\"host\":\"hooks.example:443\"}",
                "redrive --subscription orders/billing,news/crm | {\"subscriptions\":[\"orders/billing\",\"news/crm\"]}"
            })
    void aJobMayBeOfSeveralTopics(String command, String targets) throws JsonProcessingException {
        assertThat(cli.run(command.split(" "))).as(cli.notes()).isZero();
        var request = (ObjectNode) JSON.readTree(server.received().getFirst().body());
        assertThat(request.retain("topic", "subscription", "subscriptions", "host"))
                .isEqualTo(JSON.readTree(targets));
    }

    @Test
    void whatAJobOfAHostLeavesOutIsSaidAtOnceOrAtTheEnd() {
        server.on("POST /jobs", 201, RUNNING.replaceFirst("\\{", "{\"warnings\":[\"1 subscription is left out\"],"))
                .onEach("GET " + JOB, RUNNING, DONE);
        assertThat(cli.run("redrive", "--host", "hooks.example")).isZero();
        assertThat(cli.notes()).contains("warning: 1 subscription is left out");
        assertThat(cli.run("redrive", "--host", "hooks.example", "--wait")).isZero();
        assertThat(cli.printed()).contains("warning: 1 subscription is left out");
    }

    @Test
    void aJobOfSeveralTopicsIsShownWithTheirNumber() {
        var several = RUNNING.replace(
                "\"topic\":\"orders\",\"subscription\":\"billing\"",
                "\"subscriptions\":[\"news/crm\",\"orders/audit\",\"orders/billing\"]");
        server.on("GET /jobs", 200, "{\"value\":[" + several + "]}").on("GET " + JOB, 200, several);
        assertThat(cli.run("jobs", "list")).isZero();
        assertThat(cli.run("jobs", "show", "20261122-190501-3f9a")).isZero();
        assertThat(cli.printed()).contains("2 topics (3 subscriptions)", "of news/crm, orders/audit, orders/billing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redrive",
                "redrive --all",
                "redrive orders --host hooks.example",
                "replay --host hooks.example --subscription orders/billing",
                "redrive orders",
                "redrive orders --all --subscription billing",
                "redrive orders/billing --all",
                "replay orders/billing --subscription audit",
                "replay orders/"
            })
    void whichSubscriptionsAreMeantIsSaidOnce(String command) {
        assertThat(cli.run(command.split(" "))).isEqualTo(2);
        assertThat(cli.notes()).contains("TOPIC/NAME");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void aJobOfSeveralIsShownWithTheirNumberAndItsExamplesWithTheirNames() {
        var several = RUNNING.replace("\"subscription\":\"billing\"", "\"subscriptions\":[\"audit\",\"billing\"]");
        server.on("GET /jobs", 200, "{\"value\":[" + several + "]}").on("GET " + JOB, 200, """
            {"id":"1","state":"Done","topic":"orders","subscriptions":["audit","billing"],"dryRun":true,
             "examples":[{"subscription":"audit","eventId":"order-7","source":"s","time":"t"}]}\
            """);
        assertThat(cli.run("jobs", "list")).isZero();
        assertThat(cli.run("jobs", "show", "20261122-190501-3f9a")).isZero();
        assertThat(cli.printed())
                .contains("orders (2 subscriptions)", "of audit, billing")
                .containsPattern("order-7 +audit +t");
    }

    @Test
    void aReplayDoesNotAskTheFilterUnlessWished() throws JsonProcessingException {
        assertThat(cli.run("replay", "orders/billing", "--from", "2026-11-22T00:00:00Z"))
                .isZero();
        var request = JSON.readTree(server.received().getFirst().body());
        assertThat(request.path("kind").asText()).isEqualTo("replay");
        assertThat(request.path("filter").asBoolean(true)).isFalse();
    }

    @Test
    void waitingShowsTheProgressUntilTheJobHasEnded() {
        server.onEach("GET " + JOB, RUNNING, DONE);
        assertThat(cli.run("redrive", "orders/billing", "--wait")).isZero();
        assertThat(cli.notes()).containsOnlyOnce("Running, 40 of 120 written, skipped: AlreadyRedriven 3");
        assertThat(cli.printed()).contains("Done, 120 of 120 written");
    }

    @Test
    void aJobThatFailedIsExitCodeOne() {
        server.on("GET " + JOB, 200, RUNNING.replace("\"Running\"", "\"Failed\",\"error\":\"no storage\""));
        assertThat(cli.run("jobs", "show", "20261122-190501-3f9a", "--wait")).isEqualTo(1);
        assertThat(cli.printed()).contains("Failed", "no storage");
    }

    @Test
    void anInterruptLeavesTheJobRunning() throws Exception {
        server.on("GET " + JOB, 200, RUNNING);
        var exit = CompletableFuture.supplyAsync(() -> cli.run("redrive", "orders/billing", "--wait"));
        await().until(() -> cli.notes().contains("Running"));
        cli.interrupt();
        assertThat(exit.get()).isEqualTo(130);
        assertThat(cli.notes()).contains("The job goes on; tidings jobs cancel 20261122-190501-3f9a ends it.");
    }

    @Test
    void aDryRunShowsExamples() {
        server.on("POST /jobs", 201, """
            {"id":"1","state":"Done","dryRun":true,"progress":{"selected":1,"written":0},
             "examples":[{"eventId":"order-7","source":"s","time":"t","reason":"Expired","status":503}]}\
            """);
        assertThat(cli.run("redrive", "orders/billing", "--dry-run")).isZero();
        assertThat(cli.printed())
                .contains("0 of 1 written", "nothing was written")
                .containsPattern("order-7 +t +Expired +503");
    }

    @Test
    void jobsAreListedPausedResumedAndCancelled() {
        server.on("GET /jobs", 200, "{\"value\":[" + RUNNING + "]}")
                .on("POST " + JOB + "/pause", 200, RUNNING.replace("Running", "Paused"))
                .on("POST " + JOB + "/resume", 200, RUNNING)
                .on("POST " + JOB + "/cancel", 409, "{\"error\":{\"code\":\"JobEnded\",\"message\":\"it has ended\"}}");
        assertThat(cli.run("jobs", "list")).isZero();
        assertThat(cli.run("jobs", "pause", "20261122-190501-3f9a")).isZero();
        assertThat(cli.run("jobs", "resume", "20261122-190501-3f9a")).isZero();
        assertThat(cli.run("jobs", "cancel", "20261122-190501-3f9a")).isEqualTo(1);
        assertThat(cli.printed()).contains("orders/billing", "Paused");
        assertThat(cli.notes()).contains("it has ended");
    }

    @Test
    void jobsAreListedByWhatIsAskedFor() {
        server.on("GET /jobs", 200, "{\"value\":[]}");
        assertThat(cli.run("jobs", "list", "--topic", "orders", "--subscription", "billing", "--state", "Running"))
                .isZero();
        assertThat(server.received().getFirst().target())
                .startsWith("/jobs?topic=orders&subscription=billing&state=Running");
    }

    @Test
    void aTimeThatIsNoneIsAUsageError() {
        assertThat(cli.run("redrive", "orders/billing", "--from", "yesterday")).isEqualTo(2);
        assertThat(cli.notes()).contains("90m, 4h, 2d");
    }
}
