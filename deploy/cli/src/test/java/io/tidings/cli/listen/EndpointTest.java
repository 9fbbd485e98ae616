package io.tidings.cli.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {
    private final Endpoint endpoint = Endpoint.accepting("127.0.0.1", 0);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        client.close();
        endpoint.close();
    }

    @ParameterizedTest(name = "a delivery to {0} gets {1}")
    @CsvSource({
        "/, 200",
        "/orders, 200",
        "/status/500, 500",
        "/status/503?code=x, 503",
        "/status/204, 204",
        "/status/999, 200",
        "/status/x, 200"
    })
    void aDeliveryGetsTheStatusInItsPath(String path, int status) throws Exception {
        assertThat(send(request(path), "[{\"id\":\"1\"}]").statusCode()).isEqualTo(status);
    }

    @Test
    void aHandshakeIsAgreedToWhateverThePath() throws Exception {
        var response = send(
                request("/status/500").header("aeg-event-type", "SubscriptionValidation"),
                "[{\"data\":{\"validationCode\":\"c0de\"}}]");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"validationResponse\":\"c0de\"}");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String body)
            throws IOException, InterruptedException {
        return client.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }
}
