package io.tidings.ingest.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-ACCESS-5: only URLs that a content policy can hold, and with TLS, are places to sign in. */
class SignInEndpointsTest {
    private static final String GOOD = "https://login.example/realm/auth";

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "https://login.example/realm/token, false, true",
        "https://login.example:8443/a%20b/~c/d.e_f-g, false, true",
        "https://login.example, false, true",
        "http://localhost:8081/token, true, true",
        "'http://[::1]:8081/token', true, true",
        "http://localhost:8081/token, false, false",
        "http://login.example/token, true, false",
        "'https://login.example/; script-src *', false, false",
        "'https://login.example/,x', false, false",
        "'https://login.example/ https://evil.example', false, false",
        "https://a@evil.example/token, false, false",
        "javascript:alert(1), false, false",
        "'', false, false",
    })
    void aUrlIsAllowed(String url, boolean allowHttp, boolean allowed) {
        var document = JsonNodeFactory.instance
                .objectNode()
                .put("authorization_endpoint", GOOD)
                .put("token_endpoint", url);
        assertThat(SignInEndpoints.of(document, allowHttp).isPresent()).isEqualTo(allowed);
        document.put("authorization_endpoint", url).put("token_endpoint", GOOD);
        assertThat(SignInEndpoints.of(document, allowHttp).isPresent()).isEqualTo(allowed);
    }
}
