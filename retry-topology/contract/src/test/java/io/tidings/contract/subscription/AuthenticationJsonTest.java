package io.tidings.contract.subscription;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.Violation;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.contract.subscription.OAuth2.SignedAssertion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-AUTH-2: how a subscription says which client asks for tokens. */
class AuthenticationJsonTest {
    private static final URI URL = URI.create("https://login.example.com/token");

    private final List<Violation> violations = new ArrayList<>();

    @Test
    void aRecordComesBackAsItWasWritten() {
        for (var client : List.of(new ClientSecret("hush", Place.POST), new SignedAssertion("partner"))) {
            var authentication = new Authentication(new OAuth2(URL, "tidings", client, "orders", null), null, null);
            var json = JsonNodeFactory.instance.objectNode();
            AuthenticationJson.write(authentication, json, false);
            assertThat(read(json.toString())).isEqualTo(authentication);
            assertThat(violations).isEmpty();
        }
    }

    @Test
    void aPrivateKeyTakesThePlaceOfTheSecret() {
        read(oauth2("\"clientAuthentication\":\"private_key_jwt\""));
        assertThat(violations).extracting(Violation::path).containsExactly("authentication.oauth2.identity");
        violations.clear();
        read(oauth2("\"clientAuthentication\":\"private_key_jwt\",\"identity\":\"p\",\"clientSecret\":\"hush\""));
        assertThat(violations).extracting(Violation::path).containsExactly("authentication.oauth2.clientSecret");
        violations.clear();
        read(oauth2("\"clientSecret\":\"hush\",\"identity\":\"p\""));
        assertThat(violations)
                .as("a name that nothing uses")
                .extracting(Violation::path)
                .containsExactly("authentication.oauth2.identity");
        violations.clear();
        read(oauth2("\"clientSecret\":\"hush\",\"clientAuthentication\":\"tls_client_auth\""));
        assertThat(violations)
                .extracting(Violation::path)
                .containsExactly("authentication.oauth2.clientAuthentication");
    }

    private static String oauth2(String members) {
        return "{\"authentication\":{\"oauth2\":{\"tokenUrl\":\"%s\",\"clientId\":\"tidings\",%s}}}"
                .formatted(URL, members);
    }

    private Authentication read(String json) {
        try {
            var tidings = JsonObjectReader.root(ResourceJson.read(json.getBytes(UTF_8)), violations);
            return AuthenticationJson.read(tidings, new EndpointRules(false), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
