package io.tidings.ingest.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-5: bearer for management. */
class AdminTokenTest {
    private final AdminToken token = new AdminToken(new Password("t0ken"));

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"Bearer t0ken", "bearer t0ken", "BEARER   t0ken "})
    void theTokenOpens(String header) {
        assertThat(token.check(request(Map.of("authorization", header))))
                .isEqualTo(new Authentication.Authenticated(Principal.admin()));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"Bearer T0ken", "Bearer", "Bearer ", "t0ken", "Basic t0ken", "Bearer t0ken2"})
    void anythingElseIsRefused(String header) {
        assertThat(((Authentication.Refused) token.check(request(Map.of("authorization", header))))
                        .error()
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest(name = "\"{0}\": {1}")
    @CsvSource({
        "'', the admin token is missing",
        "Bearer, the admin token is missing",
        "Basic t0ken, does not start with Bearer",
        "t0ken, does not start with Bearer",
        "Bearer T0ken, is not the admin token"
    })
    void aMissingTokenHasAnotherErrorThanAWrongOne(String header, String sentence) {
        var headers = header.isEmpty() ? Map.<String, String>of() : Map.of("authorization", header);
        var refused = (Authentication.Refused) token.check(request(headers));
        assertThat(refused.error().message()).contains(sentence).doesNotContain("it is in");
        var local = new AdminToken(new Password("t0ken"), Path.of("data", "admin.token"));
        assertThat(((Authentication.Refused) local.check(request(headers))).error().message())
                .endsWith("; it is in data/admin.token");
    }

    @Test
    void withoutATokenManagementIsOffAndSaysHowToSwitchItOn() {
        var refused = (Authentication.Refused) new AdminToken(null).check(request(Map.of("authorization", "Bearer ")));
        assertThat(refused.error().status()).isEqualTo(403);
        assertThat(refused.error().message()).contains("admin.token");
    }

    @Test
    void theTokenIsNeverPrinted() {
        assertThat(token.toString()).doesNotContain("t0ken");
    }

    private static Request request(Map<String, String> headers) {
        return new Request("GET", "/topics", "", "h", true, "127.0.0.1", headers, () -> new Body.Whole(new byte[0]));
    }
}
