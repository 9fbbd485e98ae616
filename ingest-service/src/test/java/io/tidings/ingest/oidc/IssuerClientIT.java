package io.tidings.ingest.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ACCESS-1: the keys of an issuer are found through its discovery document. */
class IssuerClientIT {
    private static final String DISCOVERY = "/realm/.well-known/openid-configuration";

    private final ScriptedWebhook login = ScriptedWebhook.start();
    private final String realm = login.uri("/realm").toString();
    private final IssuerClient client =
            IssuerClient.open(new OidcSettings(login.uri("/realm"), Set.of("tidings"), List.of("roles"), List.of()));

    @BeforeEach
    void discovered() {
        serves(DISCOVERY, 200, document(realm, realm + "/keys"));
    }

    @AfterEach
    void close() {
        client.close();
        login.close();
    }

    @Test
    void theKeysAreWhereTheDocumentSays() throws IssuerClient.NoKeysException {
        var issued = new IssuedTokens(realm);
        serves("/realm/keys", 200, issued.published());
        assertThat(client.keys()).hasToString(issued.published());
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "503, '', responded 503",
        "302, '', responded 302",
        "200, no JSON, has no keys that can be read",
        "200, {}, has no keys that can be read"
    })
    void keysThatCannotBeReadAreExplained(int status, String body, String sentence) {
        serves("/realm/keys", status, body);
        unavailable(sentence);
    }

    @Test
    void theDocumentAlsoSaysWhereABrowserSignsPeopleIn() throws IssuerClient.NoKeysException {
        serves("/realm/keys", 200, new IssuedTokens(realm).published());
        assertThat(client.keys().getKeys()).isNotEmpty();
        assertThat(client.endpoints()).isEmpty();
        serves(DISCOVERY, 200, """
            {"issuer": "%s", "jwks_uri": "%s/keys", "authorization_endpoint": "%s/auth", "token_endpoint": "%s/token"}\
            """.formatted(realm, realm, realm, realm));
        assertThat(client.keys().getKeys()).isNotEmpty();
        assertThat(client.endpoints()).contains(new SignInEndpoints(realm + "/auth", realm + "/token"));
    }

    @Test
    void anIssuerOfAnotherNameIsNotTrusted() {
        serves(DISCOVERY, 200, document("https://other.example", realm + "/keys"));
        unavailable("calls itself \"https://other.example\"");
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({"404, '', responded 404", "200, <html>, is not JSON"})
    void aDocumentThatCannotBeReadIsExplained(int status, String body, String sentence) {
        serves(DISCOVERY, status, body);
        unavailable(sentence);
    }

    @Test
    void aDocumentWithoutAPlaceForTheKeysIsExplained() {
        serves(DISCOVERY, 200, "{\"issuer\": \"%s\"}".formatted(realm));
        unavailable("no keys that can be read at \"\"");
    }

    @Test
    void anIssuerThatDoesNotListenIsExplained() {
        login.close();
        unavailable("could not be sent");
    }

    private void unavailable(String sentence) {
        assertThatThrownBy(client::keys)
                .isInstanceOf(IssuerClient.NoKeysException.class)
                .hasMessageContaining(sentence);
    }

    private static String document(String issuer, String keys) {
        return "{\"issuer\": \"%s\", \"jwks_uri\": \"%s\"}".formatted(issuer, keys);
    }

    private void serves(String path, int status, String body) {
        var headers = Map.of("Content-Type", "application/json");
        login.answers(path, ScriptedResponse.computed(_ -> new ScriptedResponse.Status(status, headers, body)));
    }
}
