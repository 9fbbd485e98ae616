package io.tidings.worker.webhook;

import static io.tidings.worker.webhook.SmallRequests.EVERY_URL;
import static io.tidings.worker.webhook.SmallRequests.LOOPBACK;
import static io.tidings.worker.webhook.SmallRequests.next;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.RecordValues;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.subscription.Authentication;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.Subscription;
import io.tidings.runtime.Setting;
import io.tidings.runtime.Settings;
import io.tidings.runtime.authentication.CredentialSettings;
import io.tidings.runtime.certificate.CertificateFiles;
import io.tidings.runtime.certificate.TlsNames;
import io.tidings.testbed.network.TestCertificate;
import io.tidings.worker.Examples;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.webhook.CertificateServer.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-AUTH-3: client certificates and private trust by name, at an endpoint that requires a certificate. */
@Timeout(200)
class ClientCertificateIT {
    private static final byte[] EVENT = "{\"id\":\"1\"}".getBytes(UTF_8);
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    static Path certificates;

    private static TestCertificate own;
    private static TestCertificate one;
    private static TestCertificate other;
    private static TestCertificate later;

    @TempDir
    Path folder;

    private Path identity;
    private CertificateFiles ofServer;
    private CertificateServer server;
    private WebhookClient client;

    @BeforeAll
    static void makeCertificates() {
        own = certificate("server");
        one = certificate("one");
        other = certificate("other");
        later = certificate("later");
    }

    @BeforeEach
    void start() throws Exception {
        identity = folder.resolve("one.pem");
        write(one);
        ofServer = CertificateFiles.open(
                Map.of("own", List.of(own.certificateFile(), own.keyFile())),
                Map.of("clients", List.of(one.certificateFile(), other.certificateFile(), later.certificateFile())));
        server = new CertificateServer(
                ofServer.of(new TlsNames("own", "clients")).ssl());
        var settings = new CredentialSettings(
                Map.of("one", List.of(identity), "other", List.of(other.certificateFile(), other.keyFile())),
                Map.of("internal", List.of(own.certificateFile())),
                null);
        client = WebhookClient.open(Examples.credentials(settings), EVERY_URL, LOOPBACK, null, LONG, LONG, 100);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        ofServer.close();
    }

    @Test
    void twoIdentitiesNeverShareAConnection() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(outcomeOf("one", "internal")).isEqualTo(new Responded(200, null));
            assertThat(outcomeOf("other", "internal")).isEqualTo(new Responded(200, null));
        }
        var connections = server.visits().stream()
                .collect(Collectors.groupingBy(Visit::client, Collectors.mapping(Visit::port, Collectors.toSet())));
        assertThat(connections.keySet()).containsExactlyInAnyOrder(one.x509(), other.x509());
        assertThat(connections.get(one.x509()))
                .as("kept for the same identity")
                .hasSize(1)
                .doesNotContainAnyElementsOf(connections.get(other.x509()));
    }

    @Test
    void withoutIdentityOrTrustThereIsNoConnection() throws Exception {
        assertThat(outcomeOf("one", null)).as("the JDK does not trust it").isInstanceOf(Unreachable.class);
        assertThat(outcomeOf(null, "internal")).as("it requires a certificate").isInstanceOf(Unreachable.class);
        assertThat(server.visits()).isEmpty();
    }

    @Test
    void aChangedFileIsTakenUpByNewConnections() throws Exception {
        assertThat(outcomeOf("one", "internal")).isEqualTo(new Responded(200, null));
        write(later);
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            assertThat(outcomeOf("one", "internal")).isEqualTo(new Responded(200, null));
            return lastClient().equals(later.x509());
        });
    }

    @Test
    void aNameThatIsNotKnownIsAHindrance() {
        assertThat(client.hindrance(subscription("one", "internal"))).isNull();
        assertThat(client.hindrance(subscription("nobody", null)))
                .contains("this worker has no setting endpoint.identity.nobody");
        assertThat(client.hindrance(Examples.postingTo(server.url()))).isNull();
    }

    /** B-AUTH-4: a record that a tool of Kafka's wrote is checked here, too. */
    @Test
    void aNameThatIsForAnotherTopicIsAHindrance() {
        var settings = CredentialSettings.of(Settings.of(
                Setting.define(new ConfigDef(), CredentialSettings.SETTINGS),
                CredentialSettings.PREFIXES,
                Map.of("endpoint.identity.one", identity.toString(), "endpoint.identity.one.topics", "theirs")));
        try (var credentials = Examples.credentials(settings)) {
            assertThat(credentials.hindrance(subscription("one", null)))
                    .contains("this worker sends nothing", "endpoint.identity.one.topics");
        }
    }

    private Certificate lastClient() {
        return server.visits().getLast().client();
    }

    private Outcome outcomeOf(@Nullable String name, @Nullable String trust) throws InterruptedException {
        var template = RequestTemplate.of(subscription(name, trust), EventSchema.EVENT_GRID, false, null);
        var told = new LinkedBlockingQueue<Outcome>();
        var _ = client.post(
                new WebhookRequest(
                        template, template.valuesOf(EVENT, RecordValues.NONE), List.of(EVENT), null, 0, null, 0, null),
                () -> true,
                told::add);
        return next(told);
    }

    private Subscription subscription(@Nullable String name, @Nullable String trust) {
        return Examples.postingTo(server.url()).with(Extensions.NONE.with(new Authentication(null, name, trust)));
    }

    private static TestCertificate certificate(String name) {
        return TestCertificate.make(certificates.resolve(name), "EC", "dns:localhost");
    }

    private void write(TestCertificate certificate) throws IOException {
        var next = folder.resolve("next");
        Files.writeString(
                next, Files.readString(certificate.certificateFile()) + Files.readString(certificate.keyFile()));
        Files.move(next, identity, StandardCopyOption.REPLACE_EXISTING);
    }
}
