package io.tidings.ingest.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** B-ACCESS-1: keys are cached, rotated keys are found, and an issuer that is away is told apart from a wrong token. */
class IssuerKeysTest {
    private final AtomicLong nanos = new AtomicLong();
    private final List<Runnable> hanging = new ArrayList<>();
    private final IssuerKeys keys = new IssuerKeys(this::send, nanos::get, this::inBackground, Duration.ofMillis(1));
    private List<String> published = List.of("first");
    private boolean away;
    private boolean broken;
    private boolean hangs;
    private Duration responseTime = Duration.ZERO;
    private int requests;

    private void inBackground(Runnable task) {
        if (hangs) {
            hanging.add(task);
        } else {
            task.run();
        }
    }

    private JWKSet send() throws IssuerClient.NoKeysException {
        requests++;
        later(responseTime);
        if (broken) {
            throw new IllegalStateException("a bug");
        }
        if (away) {
            throw new IssuerClient.NoKeysException("the OIDC issuer did not respond");
        }
        return new JWKSet(published.stream().<JWK>map(IssuerKeysTest::key).toList());
    }

    @Test
    void theKeysAreFetchedOnceForFiveMinutes() throws KeySourceException {
        assertThat(requests).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(found("first")).isTrue();
        }
        assertThat(requests).isEqualTo(1);
        later(IssuerKeys.FRESH);
        assertThat(found("first")).isTrue();
        assertThat(requests).isEqualTo(2);
    }

    @Test
    void aRotatedKeyIsFetchedAtOnceButStrangersCauseFewRequests() throws KeySourceException {
        assertThat(found("first")).isTrue();
        later(IssuerKeys.BETWEEN_REQUESTS);
        published = List.of("first", "second");
        assertThat(found("second")).isTrue();
        assertThat(requests).isEqualTo(2);
        for (int i = 0; i < 100; i++) {
            assertThat(found("stranger-" + i)).isFalse();
        }
        assertThat(requests).isEqualTo(2);
    }

    @Test
    void anIssuerThatIsAwayAtTheStartIsNoWrongTokenAndIsAskedSeldom() throws KeySourceException {
        away = true;
        for (int i = 0; i < 3; i++) {
            unavailable("first");
        }
        assertThat(requests).isEqualTo(1);
        later(IssuerKeys.BETWEEN_REQUESTS);
        away = false;
        assertThat(found("first")).isTrue();
    }

    @Test
    void theKeysOutliveAnOutageOfAnHour() throws KeySourceException {
        assertThat(found("first")).isTrue();
        away = true;
        later(IssuerKeys.LONGEST_OUTAGE.minusSeconds(1));
        assertThat(found("first")).isTrue();
        later(Duration.ofSeconds(1));
        unavailable("first");
    }

    @Test
    void aKeyThatMayBeNewIsNotCalledUnknownDuringAnOutage() throws KeySourceException {
        assertThat(found("first")).isTrue();
        away = true;
        later(IssuerKeys.BETWEEN_REQUESTS);
        unavailable("second");
        assertThat(found("first")).isTrue();
    }

    @Test
    void strangersDoNotCauseRequestsToASlowIssuerOneAfterAnother() throws KeySourceException {
        assertThat(found("first")).isTrue();
        later(IssuerKeys.BETWEEN_REQUESTS);
        away = true;
        responseTime = IssuerKeys.BETWEEN_REQUESTS.multipliedBy(2);
        for (int i = 0; i < 100; i++) {
            unavailable("stranger-" + i);
        }
        assertThat(requests).isEqualTo(2);
        assertThat(found("first")).isTrue();
    }

    @Test
    void anIssuerThatHangsHoldsNobodyWhoseKeyIsKnown() throws KeySourceException {
        assertThat(found("first")).isTrue();
        later(IssuerKeys.FRESH);
        hangs = true;
        for (int i = 0; i < 3; i++) {
            assertThat(found("first")).isTrue();
            unavailable("stranger-" + i, "the OIDC issuer has not responded yet");
        }
        assertThat(hanging).hasSize(1);
        published = List.of("second");
        hanging.forEach(Runnable::run);
        assertThat(found("second")).isTrue();
        assertThat(found("first")).isFalse();
    }

    @Test
    void aBugInReadingTheKeysIsAnOutage() throws KeySourceException {
        broken = true;
        unavailable("first", "the OIDC issuer could not be asked: java.lang.IllegalStateException: a bug");
        broken = false;
        later(IssuerKeys.BETWEEN_REQUESTS);
        assertThat(found("first")).isTrue();
    }

    private boolean found(String id) throws KeySourceException {
        return !keys.get(new JWKSelector(new JWKMatcher.Builder().keyID(id).build()), null)
                .isEmpty();
    }

    private void unavailable(String id) {
        unavailable(id, "the OIDC issuer did not respond");
    }

    private void unavailable(String id, String reason) {
        assertThatThrownBy(() -> found(id))
                .isInstanceOf(KeySourceException.class)
                .hasMessage(reason);
    }

    private void later(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    private static ECKey key(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate().toPublicJWK();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }
}
