package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SUB-1, B-ACCESS-2: management can have a port of its own, so that publishers' ports alone are reachable from outside. */
class ManagementListenerIT {
    private static final Topics TOPICS = new Topics("management-listener.");
    private static final String VALIDATE = "/validate?id=orders%2Fbilling&code=wrong";

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.under(
                TOPICS,
                Map.of(
                        "management.port",
                        "0",
                        "public.url",
                        "https://events.example",
                        "auth.required",
                        "false",
                        "console.enabled",
                        "true"));
        assertThat(manage("PUT", "/topics/orders").statusCode()).isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void publishersPortsManageNothing() {
        for (var path : new String[] {"/topics", "/topics/orders", "/topics/orders/eventSubscriptions/billing"}) {
            var answer = ingest.manage("GET", path, "");
            refused(answer, 404, "NotFound/ResourceNotFound");
            assertThat(answer.body()).contains("management.port");
        }
        var key = ingest.manage("POST", "/topics/orders/listKeys", "");
        refused(key, 404, "NotFound/ResourceNotFound");
        for (var path : new String[] {"/", "/jobs", "/jobs/1", "/console", "/console/index.html"}) {
            refused(ingest.manage("GET", path, ""), 404, "NotFound/ResourceNotFound");
        }
    }

    @Test
    void theManagementPortPublishesAndValidatesNothing() {
        var event = "[{\"id\":\"1\",\"subject\":\"/\",\"eventType\":\"t\",\"eventTime\":\"2026-11-21T09:30:00Z\"}]";
        refused(manage("POST", IngestFixture.ORDERS, event), 404, "NotFound/ResourceNotFound");
        refused(manage("GET", VALIDATE), 404, "NotFound/ResourceNotFound");
        assertThat(ingest.post(IngestFixture.ORDERS, event).statusCode()).isEqualTo(200);
        assertThat(manage("GET", VALIDATE).body()).contains("management of topics");
        assertThat(manage("GET", "/openapi.json").statusCode()).isEqualTo(200);
    }

    @Test
    void theManagementPortServesTheConsoleToEverybody() {
        var page = ingest.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + ingest.program.managementPort() + "/console")));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("frame-ancestors 'none'");
        assertThat(page.body()).startsWith("<!doctype html>");
    }

    @Test
    void theManagementPortAloneLeadsToTheConsole() {
        var response = manage("GET", "/");
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.headers().firstValue("Location")).contains("/console");
    }

    @Test
    void aTopicShowsWhereToPublish() {
        assertThat(json(manage("GET", "/topics/orders"))
                        .at("/properties/endpoint")
                        .asText())
                .isEqualTo("https://events.example/topics/orders/api/events");
    }

    /** B-PUB-2. */
    @Test
    void anUnknownTopicSaysHowItIsCreatedAndEveryResponseEndsItsLine() {
        var unknown = ingest.post("/topics/nobody/api/events", "[]");
        refused(unknown, 404, "NotFound/ResourceNotFound");
        assertThat(unknown.body())
                .contains("tidings topic create nobody", "console", "PUT /topics/nobody")
                .endsWith("}\n");
        assertThat(manage("GET", "/topics/orders").body()).endsWith("}\n");
        assertThat(manage("GET", "/openapi.json").body()).endsWith("}\n");
    }

    /** B-PUB-5: a code that is none counts as a wrong key, of which ten a minute are free. */
    @Test
    void guessesOfValidationCodesAreSlowedDown() {
        long start = System.nanoTime();
        for (int i = 0; i < 14; i++) {
            refused(ingest.post(VALIDATE, ""), 404, "NotFound/ResourceNotFound");
        }
        var delays = Duration.ofMillis(100 + 200 + 400 + 800);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(delays);
    }

    private static HttpResponse<String> manage(String method, String path) {
        return manage(method, path, method.equals("PUT") ? "{}" : "");
    }

    private static HttpResponse<String> manage(String method, String path, String body) {
        var uri = URI.create("http://localhost:" + ingest.program.managementPort() + path);
        return ingest.send(HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + IngestFixture.TOKEN)
                .method(method, BodyPublishers.ofString(body)));
    }
}
