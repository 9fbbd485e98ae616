package io.tidings.cli.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    @Test
    void theCodeOfAnEventGridHandshakeIsReturned() {
        var response = Handshake.response(new IncomingRequest(
                        "POST",
                        "/",
                        Map.of("aeg-event-type", "SubscriptionValidation"),
                        "[{\"data\":{\"validationCode\":\"512d38b6\"}}]"))
                .orElseThrow();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"validationResponse\":\"512d38b6\"}");
    }

    @Test
    void theOriginOfACloudEventsHandshakeIsAllowed() {
        var response = Handshake.response(
                        new IncomingRequest("OPTIONS", "/", Map.of("webhook-request-origin", "tidings.example"), ""))
                .orElseThrow();
        assertThat(response.headers())
                .containsEntry("WebHook-Allowed-Origin", "tidings.example")
                .containsEntry("WebHook-Allowed-Rate", "*");
    }

    @Test
    void aDeliveryIsNoHandshake() {
        assertThat(Handshake.response(new IncomingRequest("POST", "/", Map.of("aeg-event-type", "Notification"), "[]")))
                .isEmpty();
    }
}
