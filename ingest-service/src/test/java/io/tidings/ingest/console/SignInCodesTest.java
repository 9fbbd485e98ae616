package io.tidings.ingest.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.ingest.access.AdminToken;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A link signs in once, within a minute, on this machine only. */
class SignInCodesTest {
    private static final String TOKEN = "the-token-of-the-administrator";
    private static final String HERE = "127.0.0.1";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-22T12:00:00Z"));
    private final SignInCodes codes = codes(Path.of("/data/admin.token"));

    @Test
    void aCodeGivesTheTokenOnce() {
        var code = code();
        var other = code();

        var response = redeem(HERE, code);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"token\":\"" + TOKEN + "\"}\n");
        assertThat(response.headers()).containsEntry("Cache-Control", "no-store");
        assertThat(redeem(HERE, code).status()).isEqualTo(401);
        assertThat(redeem(HERE, other).status()).isEqualTo(200);
    }

    @Test
    void aCodeIsGoodForAMinute() {
        var code = code();
        now.updateAndGet(time -> time.plus(Duration.ofSeconds(61)));
        assertThat(redeem(HERE, code).status()).isEqualTo(401);
    }

    @Test
    void whatIsNoCodeOrTokenIsRefusedLate() {
        var code = code();
        for (var wrong : new String[] {"", TOKEN, code + "x"}) {
            assertThat(redeem(HERE, wrong).wrongSecret()).isTrue();
        }
        for (var authorization : new String[] {"", "Bearer", "Bearer wrong", TOKEN}) {
            var response = codes.respond(request(HERE, Map.of("authorization", authorization), ""));
            assertThat(response.status()).isEqualTo(401);
            assertThat(response.wrongSecret()).isTrue();
        }
    }

    @Test
    void otherMachinesFindNothingThere() {
        var code = code();
        assertThat(redeem("192.0.2.7", code).status()).isEqualTo(404);
        assertThat(codes(null).respond(request(HERE, Map.of(), code)).status()).isEqualTo(404);
        assertThat(redeem("0:0:0:0:0:0:0:1", code).status()).isEqualTo(200);
    }

    /** @param file of the token; null where the console is not for this machine alone */
    private SignInCodes codes(@Nullable Path file) {
        return new SignInCodes(
                new ConsoleSettings(true, null, file, true, null),
                new AdminToken(new Password(TOKEN), file),
                now::get,
                new SecureRandom());
    }

    private String code() {
        var response = codes.respond(request(HERE, Map.of("authorization", "Bearer " + TOKEN), ""));
        assertThat(response.status()).isEqualTo(201);
        return response.body().split("\"", -1)[3];
    }

    private Response redeem(String from, String code) {
        return codes.respond(request(from, Map.of(), code));
    }

    private static Request request(String from, Map<String, String> headers, String body) {
        return new Request(
                "POST",
                "/console/sign-in",
                "",
                "localhost:8080",
                false,
                from,
                headers,
                () -> new Body.Whole(body.getBytes(UTF_8)));
    }
}
