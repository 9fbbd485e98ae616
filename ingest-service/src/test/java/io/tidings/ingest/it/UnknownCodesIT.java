package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.testbed.broker.LocalBroker;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** #32: anybody may guess codes at {@code /validate}, and costs the brokers nothing. */
class UnknownCodesIT {
    private static final String GUESS = "0b4ec6a3-2f4c-4d8f-9d3e-0d6c2f5a7b11";

    /** A request to the brokers would get no response, and so neither would these. */
    @Test
    void wrongCodesAreRefusedWithoutTheBrokers(@TempDir Path folder) {
        var broker = LocalBroker.start(LocalBroker.Settings.in(folder));
        int port = broker.port();
        try (var ingest = new IngestFixture(broker.bootstrapServers(), Map.of())) {
            ingest.manage("PUT", "/topics/orders", "{}");
            ingest.manage("PUT", "/topics/orders/eventSubscriptions/billing", """
                {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}}}}\
                """);
            broker.close();
            for (var query : List.of(
                    "?id=orders%2Fbilling&code=" + GUESS,
                    "?id=orders%2Fnobody&code=" + GUESS,
                    "?id=orders%2Fbilling&code=42",
                    "?id=orders&code=" + GUESS,
                    "")) {
                refused(open(ingest, query), 404, "NotFound/ResourceNotFound");
            }
            broker = LocalBroker.start(LocalBroker.Settings.in(folder).withPort(port)); // for the service to end with
        } finally {
            broker.close();
        }
    }

    /** The owner has read the record and sent the URL a moment before this instance reads it. */
    @Test
    void aCodeIsAcceptedByAnInstanceThatReadsItAMomentLater() {
        try (var bench = ValidationFixture.open("later-codes")) {
            var code = UUID.randomUUID().toString();
            var opened = CompletableFuture.supplyAsync(
                    () -> open(bench.other, "?id=orders%2Flater&code=" + code), task -> new Thread(task).start());
            CompletableFuture.runAsync(
                            () -> bench.write(
                                    "orders/later",
                                    "/later",
                                    HeaderNames.SUBSCRIPTION_UID,
                                    "u1",
                                    HeaderNames.PROVISIONING_STATE,
                                    "AwaitingManualAction",
                                    HeaderNames.PROVISIONING_SINCE,
                                    Instant.now().toString(),
                                    HeaderNames.VALIDATION_CODE,
                                    code),
                            CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS))
                    .join();
            assertThat(opened.join().statusCode()).as(opened.join().body()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> open(IngestFixture ingest, String query) {
        return ingest.send(HttpRequest.newBuilder(ingest.uri("/validate" + query)));
    }
}
