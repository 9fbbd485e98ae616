package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PUB-5, B-ACCESS-1: bearer for management. */
class ManagerAuthTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Path FILE = Path.of("data", "admin.token");
    private static final Principal READER = new Principal("reader", List.of(Grant.ofAllTopics(Role.READER)));

    /** Knows one token of a reader. */
    private static final BearerTokens OTHERS = (token, now) ->
            token.equals("other") && now.equals(NOW) ? Optional.of(new TokenCheck.Accepted(READER)) : Optional.empty();

    private final ManagerAuth auth = auth("t0ken", null);

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"Bearer t0ken", "bearer t0ken", "BEARER   t0ken "})
    void theAdminTokenIsThatOfAnAdminOfAllTopics(String header) {
        assertThat(auth.check(request(header), NOW)).isEqualTo(new TokenCheck.Accepted(Principal.admin()));
        assertThat(Principal.admin().refusal(Role.ADMIN, "orders")).isEmpty();
        assertThat(Principal.admin().name()).isEqualTo("admin");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {"Bearer T0ken", "Bearer", "Bearer ", "t0ken", "Basic t0ken", "Bearer t0ken2", "Bearer other"})
    void anythingElseIsRefused(String header) {
        assertThat(refused(auth, header).error().status()).isEqualTo(401);
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
        assertThat(refused(auth, header).error().message()).contains(sentence).doesNotContain("it is in");
        assertThat(refused(auth("t0ken", FILE), header).error().message()).endsWith("; it is in data/admin.token");
    }

    @Test
    void otherTokensAreCheckedAfterTheAdminToken() {
        var both = auth("t0ken", FILE, OTHERS);
        assertThat(both.check(request("Bearer t0ken"), NOW)).isEqualTo(new TokenCheck.Accepted(Principal.admin()));
        assertThat(both.check(request("Bearer other"), NOW)).isEqualTo(new TokenCheck.Accepted(READER));
        assertThat(refused(both, "Bearer wrong").error().message())
                .isEqualTo(
                        "the token in the header Authorization is not known; the admin token is in data/admin.token");
        assertThat(refused(both, "").error().message()).startsWith("the token is missing");
    }

    @Test
    void thereNeedsToBeNoAdminToken() {
        var others = auth(null, null, OTHERS);
        assertThat(others.check(request("Bearer other"), NOW)).isEqualTo(new TokenCheck.Accepted(READER));
        assertThat(refused(others, "Bearer t0ken").error().status()).isEqualTo(401);
    }

    @Test
    void withoutATokenManagementIsOffAndSaysHowToSwitchItOn() {
        var error = refused(auth(null, null), "Bearer ").error();
        assertThat(error.status()).isEqualTo(403);
        assertThat(error.message()).contains("admin.token", "tokens.file", "oidc.issuer");
    }

    @Test
    void theTokenIsNeverPrinted() {
        assertThat(auth.toString()).doesNotContain("t0ken");
    }

    private static TokenCheck.Refused refused(ManagerAuth auth, String header) {
        return (TokenCheck.Refused) auth.check(request(header), NOW);
    }

    private static ManagerAuth auth(@Nullable String admin, @Nullable Path file, BearerTokens... others) {
        return new ManagerAuth(new AdminToken(admin == null ? null : new Password(admin), file), List.of(others));
    }

    private static Request request(String authorization) {
        var headers = authorization.isEmpty() ? Map.<String, String>of() : Map.of("authorization", authorization);
        return new Request("GET", "/topics", "", "h", true, "127.0.0.1", headers, () -> new Body.Whole(new byte[0]));
    }
}
