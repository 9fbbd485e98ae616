package io.tidings.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a signature of a request between programs is good for. */
class SharedSecretTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final URI SHARE = URI.create("/timeline/share?of=pending&partitions=1%2C2");
    private static final SharedSecret SECRET = new SharedSecret(new Password("a secret of the cluster"));

    private final String signature = SECRET.sign("GET", URI.create("http://one:9194" + SHARE), NOON);

    @ParameterizedTest
    @CsvSource({"-61, false", "-60, true", "0, true", "60, true", "61, false"})
    void aSignatureIsValidForAMinute(int seconds, boolean valid) {
        assertThat(SECRET.signed(signature, "GET", SHARE, NOON.plusSeconds(seconds)))
                .isEqualTo(valid);
    }

    @Test
    void aSignatureIsForItsMethodPathQueryTimeAndSecret() {
        assertThat(SECRET.signed(signature, "POST", SHARE, NOON)).isFalse();
        for (var other : new String[] {
            "/timeline?of=pending&partitions=1%2C2", "/timeline/share", "/timeline/share?of=pending&partitions=1,2"
        }) {
            assertThat(SECRET.signed(signature, "GET", URI.create(other), NOON)).isFalse();
        }
        var later = signature.replace(Long.toString(NOON.getEpochSecond()), Long.toString(NOON.getEpochSecond() + 1));
        assertThat(SECRET.signed(later, "GET", SHARE, NOON)).isFalse();
        var another = new SharedSecret(new Password("a secret of another cluster"));
        assertThat(another.signed(signature, "GET", SHARE, NOON)).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"", "Bearer a secret of the cluster", "HMAC-SHA256 ", "HMAC-SHA256 99999999999999999999:00"})
    void anythingElseIsNoSignature(String authorization) {
        assertThat(SECRET.signed(authorization, "GET", SHARE, NOON)).isFalse();
    }

    @Test
    void aSignatureIsForItsBody() {
        byte[] body = {1, 2};
        var signed = SECRET.sign("POST", SHARE, body, NOON);

        assertThat(SECRET.signed(signed, "POST", SHARE, body, NOON)).isTrue();
        assertThat(SECRET.signed(signed, "POST", SHARE, new byte[] {1, 3}, NOON))
                .isFalse();
        assertThat(SECRET.signed(signed, "POST", SHARE, NOON)).isFalse();
        assertThat(SECRET.signed(signature, "GET", SHARE, body, NOON)).isFalse();
    }
}
