package io.tidings.ingest.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.core.credential.AzureKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.ExponentialBackoffOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.util.BinaryData;
import com.azure.messaging.eventgrid.EventGridEvent;
import com.azure.messaging.eventgrid.EventGridPublisherClient;
import com.azure.messaging.eventgrid.EventGridPublisherClientBuilder;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.NodePackages;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.client.Clients;
import io.tidings.testbed.network.TestCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-PUB-2: clients repeat a request by themselves after a 503, and its events arrive. */
@Order(1)
class PatientClientsIT {
    private static final Path SCRIPT = Path.of("src", "test", "resources", "patient.cjs");
    private static final NodePackages NODE =
            new NodePackages("clients", "@azure/eventgrid@5.12.0", "cloudevents@10.0.0");

    /** Enough until a broker is back on a busy machine; the client's default is 3. */
    private static final int TRIES = 30;

    @TempDir
    Path data;

    private LocalBroker broker;
    private IngestFixture ingest;
    private TestCertificate tls;
    private String key;

    @BeforeEach
    void start() throws Exception {
        tls = TestCertificate.make(data, "EC", "dns:localhost", "ip:127.0.0.1");
        broker = LocalBroker.start(LocalBroker.Settings.in(data.resolve("kafka")));
        var settings = new HashMap<>(Map.of(
                "producer.max.block.ms", "500",
                "producer.request.timeout.ms", "500",
                "producer.delivery.timeout.ms", "1000",
                "https.port", "0",
                "tls.certificate", tls.certificateFile().toString(),
                "tls.key", tls.keyFile().toString()));
        ingest = new IngestFixture(broker.bootstrapServers(), settings);
        // With so little patience it may take more than one try on a busy machine.
        await().until(() -> ingest.manage("PUT", "/topics/orders", "{}").statusCode() < 300);
        key = ingest.key("orders", 1);
    }

    @AfterEach
    void stop() {
        ingest.close();
        broker.close();
    }

    /** Only a signature may be sent without TLS by this client. */
    @Test
    void theAzureSdkForJavaTriesAgainWhenKafkaIsBack() {
        var endpoint = ingest.uri(IngestFixture.ORDERS).toString();
        var signature = EventGridPublisherClient.generateSas(
                endpoint,
                new AzureKeyCredential(key),
                OffsetDateTime.now(ZoneOffset.UTC).plusHours(1));
        var client = new EventGridPublisherClientBuilder()
                .endpoint(endpoint)
                .credential(new AzureSasCredential(signature))
                .httpClient(new JdkHttpClientBuilder().build())
                .retryOptions(new RetryOptions(new ExponentialBackoffOptions().setMaxRetries(TRIES)))
                .buildEventGridEventPublisherClient();
        arrivesAfterAnOutage(
                "java",
                () -> client.sendEvent(
                        new EventGridEvent("/", "t", BinaryData.fromObject(Map.of()), "1").setId("java")));
    }

    @Test
    void theAzureSdkForJavaScriptTriesAgainWhenKafkaIsBack() {
        Clients.require(NODE.missing());
        arrivesAfterAnOutage("js", () -> {
            try {
                var endpoint = "https://localhost:" + ingest.program.httpsPort() + IngestFixture.ORDERS;
                var trust = Map.of("NODE_EXTRA_CA_CERTS", tls.certificateFile().toString());
                assertThat(NODE.run(SCRIPT, trust, endpoint, key, "" + TRIES)).isEqualToIgnoringNewLines("sent");
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void arrivesAfterAnOutage(String id, Runnable sending) {
        int port = broker.port();
        broker.close();
        var sent = CompletableFuture.runAsync(sending);
        await().until(() -> refused() > 0 || sent.isDone());
        assertThat(sent).isNotDone();
        broker =
                LocalBroker.start(LocalBroker.Settings.in(data.resolve("kafka")).withPort(port));
        assertThat(sent).succeedsWithin(Duration.ofMinutes(3));
        var log = new KafkaLog(KafkaClients.of(broker.bootstrapServers()));
        assertThat(log.last("tidings.events", log.end("tidings.events")))
                .extracting(record -> KafkaLog.value(record).path("id").textValue())
                .contains(id);
    }

    private double refused() {
        var counter = ingest.metrics
                .find("tidings.publish.fail")
                .tag("error", "ServiceUnavailable")
                .counter();
        return counter == null ? 0 : counter.count();
    }
}
