package io.tidings.cli.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListenCommandTest {
    private static final String PATH = "/topics/orders/eventSubscriptions/billing";
    private static final String CREATED = "{\"properties\":{\"provisioningState\":\"Creating\"}}";

    private final StubManagement server = new StubManagement();
    private final CliRun cli = CliRun.against(server);
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private CompletableFuture<Integer> listen(String... arguments) {
        return CompletableFuture.supplyAsync(() -> cli.run(arguments));
    }

    private URI endpoint() {
        var listening = Pattern.compile("listening on (\\S+),");
        await().until(() -> listening.matcher(cli.notes()).find());
        var found = listening.matcher(cli.notes());
        assertThat(found.find()).isTrue();
        return URI.create(found.group(1));
    }

    private int deliver(URI endpoint, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(endpoint.resolve("/hook"))
                .header("aeg-event-type", "Notification")
                .header("aeg-subscription-name", "BILLING")
                .header("aeg-delivery-count", "1")
                .POST(BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    @Test
    void theFirstDeliveriesFailAndAllArePrinted() throws Exception {
        var exit = listen("listen", "--port", "0", "--fail", "2", "--status", "503");
        var endpoint = endpoint();
        assertThat(deliver(endpoint, "[{\"id\":\"1\"}]")).isEqualTo(503);
        assertThat(deliver(endpoint, "[{\"id\":\"1\"}]")).isEqualTo(503);
        assertThat(deliver(endpoint, "[{\"id\":\"1\"}]")).isEqualTo(200);
        assertThat(cli.printed())
                .contains("POST /hook  responded 503  (subscription BILLING, attempt 2)", "  [{\"id\":\"1\"}]")
                .contains("responded 200");
        cli.interrupt();
        assertThat(exit.get()).isZero();
    }

    /** #31: the endpoint of the README still listens when the quickstart starts the next one. */
    @Test
    void aSecondEndpointTakesTheNextFreePort() throws Exception {
        var second = CliRun.against(server);
        var exit = listen("listen");
        var endpoint = endpoint();
        var exitOfSecond = CompletableFuture.supplyAsync(() -> second.run("listen"), Thread::startVirtualThread);
        await().until(() -> second.notes().contains("listening on"));
        assertThat(second.notes()).doesNotContain(endpoint.toString());
        cli.interrupt();
        second.interrupt();
        assertThat(exit.get() + exitOfSecond.get()).isZero();
    }

    @Test
    void everyRequestIsALineOfJsonIfWished() throws Exception {
        var exit = listen("listen", "--port", "0", "-o", "json");
        deliver(endpoint(), "[{\"id\":\"1\"}]");
        assertThat(cli.printed())
                .startsWith("{\"time\":\"2026-11-22T12:00:00Z\",\"method\":\"POST\",\"path\":\"/hook\",\"status\":200")
                .contains("\"body\":[{\"id\":\"1\"}]");
        cli.interrupt();
        exit.get();
    }

    @Test
    void aSubscriptionExistsForAsLongAsTheCommandListens() throws Exception {
        server.on("PUT /topics/orders", 201, "{}")
                .on("PUT " + PATH, 201, CREATED)
                .on("DELETE " + PATH, 200, "");
        var exit = listen("listen", "--port", "0", "--subscription", "orders/billing", "--max-delivery-attempts", "3");
        var endpoint = endpoint();
        await().until(() -> cli.notes().contains("created subscription orders/billing"));
        assertThat(server.lines()).contains("PUT /topics/orders");
        assertThat(server.received().getLast().body())
                .contains("\"endpointUrl\":\"" + endpoint + "\"", "\"maxDeliveryAttempts\":3", "tidings-listen");
        cli.interrupt();
        assertThat(exit.get()).isZero();
        assertThat(server.lines()).contains("DELETE " + PATH);
    }

    @Test
    void aSubscriptionOfSomebodyElseIsLeftAlone() throws Exception {
        server.on("GET /topics/orders", 200, "{}").on("GET " + PATH, 200, "{\"properties\":{\"labels\":[\"x\"]}}");
        assertThat(listen("listen", "--port", "0", "--subscription", "orders/billing")
                        .get())
                .isEqualTo(1);
        assertThat(server.lines()).noneMatch(line -> line.startsWith("PUT") || line.startsWith("DELETE"));
    }

    @Test
    void aSubscriptionThatAKilledCommandLeftIsTakenOver() throws Exception {
        server.on("GET /topics/orders", 200, "{}")
                .on("GET " + PATH, 200, "{\"properties\":{\"labels\":[\"tidings-listen\"]}}")
                .on("PUT " + PATH, 200, CREATED);
        var exit = listen("listen", "--port", "0", "--subscription", "orders/billing", "--keep");
        await().until(() -> cli.notes().contains("created subscription"));
        cli.interrupt();
        assertThat(exit.get()).isZero();
        assertThat(server.lines()).doesNotContain("DELETE " + PATH);
    }

    @Test
    void flagsOfASubscriptionNeedOne() {
        assertThat(cli.run("listen", "--port", "0", "--event-ttl", "5")).isEqualTo(2);
    }
}
