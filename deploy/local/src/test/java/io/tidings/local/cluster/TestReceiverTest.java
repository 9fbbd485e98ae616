package io.tidings.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The endpoint for first steps. */
class TestReceiverTest {
    private final int port = FreePort.next();
    private final List<String> shown = new CopyOnWriteArrayList<>();
    private final TestReceiver receiver = TestReceiver.start(LocalAddress.LOOPBACK_HOST, port, shown::add);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        client.close();
        receiver.close();
    }

    @ParameterizedTest(name = "a delivery to {0} gets {1}")
    @CsvSource({"/, 200", "/orders, 200", "/status/500, 500", "/status/204, 204", "/status/999, 200", "/status/x, 200"})
    void aDeliveryGetsTheStatusInItsPath(String path, int status) throws Exception {
        assertThat(send(request(path).POST(HttpRequest.BodyPublishers.ofString("[{\"id\":\"1\"}]")))
                        .statusCode())
                .isEqualTo(status);
    }

    @Test
    void itShowsDeliveriesAndNoHandshakes() throws Exception {
        send(request("/")
                .header("aeg-event-type", "SubscriptionValidation")
                .POST(HttpRequest.BodyPublishers.ofString("[{\"data\":{\"validationCode\":\"c0de\"}}]")));
        send(request("/").POST(HttpRequest.BodyPublishers.ofString("[{\"id\":\"1\"}]")));
        assertThat(shown).containsExactly("[{\"id\":\"1\"}]");
    }

    @Test
    void itAgreesToTheHandshakeOfEventGrid() throws Exception {
        var response = send(request("/status/500")
                .header("aeg-event-type", "SubscriptionValidation")
                .POST(HttpRequest.BodyPublishers.ofString("[{\"data\":{\"validationCode\":\"c0de\"}}]")));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"validationResponse\":\"c0de\"}");
    }

    @Test
    void itAgreesToTheHandshakeOfCloudEvents() throws Exception {
        var response = send(request("/")
                .header("WebHook-Request-Origin", "tidings.example")
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("WebHook-Allowed-Origin")).contains("tidings.example");
    }

    @Test
    void aTakenPortIsNamedWithTheOptionThatChoosesAnother() {
        assertThatThrownBy(() -> TestReceiver.start(LocalAddress.LOOPBACK_HOST, port))
                .isInstanceOf(CannotStart.class)
                .hasMessageContaining("port " + port)
                .hasMessageContaining("--receiver-port");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
