package io.tidings.runtime.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.authentication.TokenReply.Refused;
import io.tidings.runtime.http.HttpReply.WholeResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-AUTH-2: requests to token endpoints, and what their responses mean (RFC 6749 §2.3.1, §4.4, §5). */
class TokenClientTest {
    private static final OAuth2 CLIENT = new OAuth2(
            URI.create("https://login.example.com/token?key=k"),
            "a client",
            new ClientSecret("hu:sh", Place.BASIC),
            "orders invoices",
            "https://api.example.com");

    @Test
    void aTokenIsGrantedForItsLife() {
        assertThat(reply(200, "{\"access_token\":\"t-1\",\"token_type\":\"bearer\",\"expires_in\":3600}"))
                .isEqualTo(new Issued("t-1", Duration.ofHours(1)));
        assertThat(reply(200, "{\"access_token\":\"t-1\",\"token_type\":\"Bearer\"}"))
                .as("no life is stated")
                .isEqualTo(new Issued("t-1", Duration.ofMinutes(5)));
    }

    @Test
    void aRefusalIsToldInTheWordsOfTheTokenEndpoint() {
        assertThat(sentence(401, "{\"error\":\"invalid_client\",\"error_description\":\"unknown client\"}"))
                .isEqualTo("the token endpoint responded 401 invalid_client (unknown client): login.example.com");
    }

    @Test
    void theSecretIsNotRepeatedInASentence() {
        assertThat(sentence(400, "{\"error\":\"invalid_client\",\"error_description\":\"hu:sh is wrong\"}"))
                .doesNotContain("hu:sh")
                .contains("… is wrong");
    }

    @Test
    void aResponseThatIsNoTokenIsARefusal() {
        assertThat(sentence(200, "{}")).contains("responded 200 without a token that can be read");
        assertThat(sentence(200, "<html>")).contains("responded 200 without a token that can be read");
        assertThat(sentence(302, "")).contains("responded 302");
        assertThat(sentence(503, "busy")).contains("responded 503");
        assertThat(sentence(200, "{\"access_token\":\"t\",\"token_type\":\"DPoP\"}"))
                .contains("no bearer token");
        assertThat(sentence(200, "{\"access_token\":\"a\\nb\",\"token_type\":\"Bearer\"}"))
                .contains("fits into no header");
    }

    private static String sentence(int status, String body) {
        return ((Refused) reply(status, body)).sentence();
    }

    private static TokenReply reply(int status, String body) {
        return TokenClient.replyOf(CLIENT, new WholeResponse(status, Map.of("content-type", "application/json"), body));
    }
}
