package io.tidings.chaos.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.certificate.CertificateFiles;
import io.tidings.runtime.certificate.TlsNames;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.WebhookServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointCertificatesTest {
    private static final String DIFFERENCE = "client certificate";

    private final ConcurrentLinkedQueue<ReceivedRequest> requests = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder;

    private EndpointCertificates certificates;
    private WebhookServer server;
    private CertificateFiles files;

    @BeforeEach
    void start() {
        certificates = EndpointCertificates.make(folder);
        server = WebhookServer.startAskingForCertificates(certificates.context(), request -> {
            requests.add(request);
            return ScriptedResponse.status(200);
        });
        files = CertificateFiles.open(named("endpoint.identity."), named("endpoint.trust."));
    }

    @AfterEach
    void close() {
        files.close();
        server.close();
    }

    @Test
    void theEndpointNoticesAMissingAWrongAndAnUnexpectedCertificate() throws Exception {
        assertThat(differences(showing(DeliveryExtras.PARTNER), DeliveryExtras.PARTNER))
                .doesNotContain(DIFFERENCE);
        assertThat(differences(showing(DeliveryExtras.AUDITOR), DeliveryExtras.AUDITOR))
                .doesNotContain(DIFFERENCE);
        assertThat(differences(showing(null), null)).doesNotContain(DIFFERENCE);

        assertThat(differences(showing(DeliveryExtras.PARTNER), null)).contains(DIFFERENCE);
        assertThat(differences(showing(DeliveryExtras.PARTNER), DeliveryExtras.AUDITOR))
                .contains(DIFFERENCE);
        assertThat(differences(showing(null), DeliveryExtras.PARTNER)).contains(DIFFERENCE);
    }

    private static Subscriber showing(@Nullable String identity) {
        return new Subscribers(EndpointProfile.USUAL, 4, 8)
                .staying().stream()
                        .filter(each -> identity == null
                                ? each.extras().equals(DeliveryExtras.NONE)
                                : identity.equals(each.extras().identity()))
                        .findFirst()
                        .orElseThrow();
    }

    private List<String> differences(Subscriber subscriber, @Nullable String identity)
            throws IOException, InterruptedException {
        var context = files.of(new TlsNames(identity, DeliveryExtras.TRUST)).ssl();
        try (var client = HttpClient.newBuilder().sslContext(context).build()) {
            var request = HttpRequest.newBuilder(server.uri("/"))
                    .POST(BodyPublishers.ofString("[]"))
                    .build();
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }
        var received = requests.remove();
        var name = received.certificate() == null ? null : certificates.names().get(received.certificate());
        return RequestInspection.of(subscriber, received, name, _ -> true).differences();
    }

    private Map<String, List<Path>> named(String prefix) {
        return certificates.settings().entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .collect(Collectors.toMap(
                        each -> each.getKey().substring(prefix.length()),
                        each -> Stream.of(each.getValue().split(",", -1))
                                .map(Path::of)
                                .toList()));
    }
}
