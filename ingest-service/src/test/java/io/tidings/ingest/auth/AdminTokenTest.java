package io.tidings.ingest.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-5: bearer for management. */
class AdminTokenTest {
    private final AdminToken token = new AdminToken(new Password("t0ken"));

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"Bearer t0ken", "bearer t0ken", "BEARER   t0ken "})
    void theTokenOpens(String header) {
        assertThat(token.check(request(Map.of("authorization", header)))).isEqualTo(new Access.Granted());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"Bearer T0ken", "Bearer", "Bearer ", "t0ken", "Basic t0ken", "Bearer t0ken2"})
    void anythingElseIsRefused(String header) {
        assertThat(((Access.Refused) token.check(request(Map.of("authorization", header))))
                        .problem()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void withoutATokenManagementIsOffAndSaysHowToSwitchItOn() {
        var refused = (Access.Refused) new AdminToken(null).check(request(Map.of("authorization", "Bearer ")));
        assertThat(refused.problem().status()).isEqualTo(403);
        assertThat(refused.problem().message()).contains("admin.token");
    }

    @Test
    void theTokenIsNeverPrinted() {
        assertThat(token.toString()).doesNotContain("t0ken");
    }

    private static Request request(Map<String, String> headers) {
        return new Request("GET", "/topics", "", "h", true, headers, () -> new Body.Whole(new byte[0]));
    }
}
