package io.tidings.runtime.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.subscription.OAuth2;
import io.tidings.contract.subscription.OAuth2.ClientSecret;
import io.tidings.contract.subscription.OAuth2.ClientSecret.Place;
import io.tidings.runtime.authentication.TokenReply.Issued;
import io.tidings.runtime.authentication.TokenReply.Refused;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** B-AUTH-2: when tokens are requested, and what deliveries get meanwhile. */
class TokenCacheTest {
    private static final Duration LIFE = Duration.ofMinutes(100);
    private static final OAuth2 CLIENT = client("billing");
    private static final Refused DOWN = new Refused("the token endpoint responded 503");

    private final AtomicLong nanos = new AtomicLong();
    private final List<CompletableFuture<TokenReply>> requests = new ArrayList<>();
    private final TokenCache tokens = new TokenCache(this::request, nanos::get);

    private CompletableFuture<TokenReply> request(OAuth2 client) {
        var request = new CompletableFuture<TokenReply>();
        requests.add(request);
        return request;
    }

    @Test
    void oneRequestServesAllWhoWait() {
        var waiting = List.of(tokens.token(CLIENT), tokens.token(CLIENT), tokens.token(CLIENT));
        assertThat(requests).hasSize(1);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        grant("a");
        assertThat(waiting).allMatch(each -> valueOf(each).equals("a"));
    }

    @Test
    void aTokenIsUsedUntilThreeQuartersOfItsLifeAreOver() {
        var _ = tokens.token(CLIENT);
        grant("a");
        pass(Duration.ofMinutes(75).minusNanos(1));
        assertThat(valueOf(tokens.token(CLIENT))).isEqualTo("a");
        assertThat(requests).hasSize(1);
    }

    @Test
    void thenItIsRenewedOnceAndUsedMeanwhile() {
        var _ = tokens.token(CLIENT);
        grant("a");
        pass(Duration.ofMinutes(75));
        assertThat(valueOf(tokens.token(CLIENT))).isEqualTo("a");
        assertThat(valueOf(tokens.token(CLIENT))).isEqualTo("a");
        assertThat(requests).hasSize(2);
        grant("b");
        assertThat(valueOf(tokens.token(CLIENT))).isEqualTo("b");
        pass(Duration.ofMinutes(75).minusNanos(1));
        assertThat(valueOf(tokens.token(CLIENT))).isEqualTo("b");
        assertThat(requests).hasSize(2);
    }

    @Test
    void anExpiredTokenIsNotUsed() {
        var _ = tokens.token(CLIENT);
        grant("a");
        pass(LIFE);
        var waiting = tokens.token(CLIENT);
        assertThat(waiting).isNotDone();
        grant("b");
        assertThat(valueOf(waiting)).isEqualTo("b");
    }

    @Test
    void aTokenThatCannotBeRenewedIsUsedUntilItExpires() {
        var _ = tokens.token(CLIENT);
        grant("a");
        pass(Duration.ofMinutes(75));
        var _ = tokens.token(CLIENT);
        refuse();
        assertThat(valueOf(tokens.token(CLIENT))).isEqualTo("a");
        pass(Duration.ofMinutes(25));
        assertThat(tokens.token(CLIENT)).isNotDone();
        refuse();
        assertThat(tokens.token(CLIENT)).isCompletedWithValue(DOWN);
    }

    @Test
    void aFailureIsRememberedForOneSecondAndTwiceAsLongEachTime() {
        var _ = tokens.token(CLIENT);
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            refuse();
            int before = requests.size();
            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(tokens.token(CLIENT)).isCompletedWithValue(DOWN);
            assertThat(requests).hasSize(before);
            pass(Duration.ofNanos(1));
            assertThat(tokens.token(CLIENT)).isNotDone();
            assertThat(requests).hasSize(before + 1);
        }
        grant("a");
        pass(LIFE);
        var _ = tokens.token(CLIENT);
        refuse();
        pass(Duration.ofSeconds(1));
        assertThat(tokens.token(CLIENT)).as("counted anew after a success").isNotDone();
    }

    @Test
    void aRefusedTokenIsRenewedOnceForAllWhoWereRefused() {
        var _ = tokens.token(CLIENT);
        var refused = grant("a");
        var one = tokens.renewed(CLIENT, refused).orElseThrow();
        var other = tokens.renewed(CLIENT, refused).orElseThrow();
        assertThat(tokens.token(CLIENT)).as("a delivery that comes meanwhile").isNotDone();
        assertThat(requests).hasSize(2);
        grant("b");
        assertThat(valueOf(one)).isEqualTo("b");
        assertThat(valueOf(other)).isEqualTo("b");
        assertThat(valueOf(tokens.renewed(CLIENT, refused).orElseThrow()))
                .as("refused before the renewal")
                .isEqualTo("b");
        assertThat(requests).hasSize(2);
    }

    @Test
    void anEndpointThatRefusesEveryTokenCausesOneRequestInTenSeconds() {
        var _ = tokens.token(CLIENT);
        var _ = tokens.renewed(CLIENT, grant("a"));
        var second = grant("b");
        assertThat(tokens.renewed(CLIENT, second)).isEmpty();
        assertThat(valueOf(tokens.token(CLIENT))).as("still used").isEqualTo("b");
        pass(Duration.ofSeconds(10));
        assertThat(tokens.renewed(CLIENT, second).orElseThrow()).isNotDone();
        assertThat(requests).hasSize(3);
    }

    @Test
    void aRefusalDuringTheRenewalWaitsForIt() {
        var _ = tokens.token(CLIENT);
        var old = grant("a");
        pass(Duration.ofMinutes(80));
        var _ = tokens.token(CLIENT);
        var waiting = tokens.renewed(CLIENT, old).orElseThrow();
        assertThat(requests).hasSize(2);
        grant("b");
        assertThat(valueOf(waiting)).isEqualTo("b");
    }

    @Test
    void aRenewalThatFailsIsSaid() {
        var _ = tokens.token(CLIENT);
        var renewed = tokens.renewed(CLIENT, grant("a")).orElseThrow();
        refuse();
        assertThat(renewed).isCompletedWithValue(DOWN);
        assertThat(tokens.token(CLIENT)).isCompletedWithValue(DOWN);
    }

    @Test
    void aFailedRenewalInTheBackgroundIsNotRepeatedForARefusal() {
        var _ = tokens.token(CLIENT);
        var old = grant("a");
        pass(Duration.ofMinutes(80));
        var _ = tokens.token(CLIENT);
        refuse();
        assertThat(tokens.renewed(CLIENT, old).orElseThrow()).isCompletedWithValue(DOWN);
        assertThat(requests).hasSize(2);
    }

    @Test
    void anyDifferenceIsAnotherToken() {
        var _ = tokens.token(CLIENT);
        var _ = tokens.token(client("shipping"));
        var _ = tokens.token(CLIENT.mapSecret(_ -> "another"));
        assertThat(requests).hasSize(3);
    }

    @Test
    void theNumberOfTokensIsBounded() {
        for (int i = 0; i < 10_001; i++) {
            var _ = tokens.token(client("client-" + i));
            grant("a");
        }
        assertThat(tokens.size()).isEqualTo(1);
    }

    private Issued grant(String value) {
        var granted = new Issued(value, LIFE);
        requests.getLast().complete(granted);
        return granted;
    }

    private void refuse() {
        requests.getLast().complete(DOWN);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static String valueOf(CompletableFuture<TokenReply> reply) {
        assertThat(reply).isDone();
        return ((Issued) reply.join()).value();
    }

    private static OAuth2 client(String id) {
        return new OAuth2(
                URI.create("https://login.example.com/token"), id, new ClientSecret("hush", Place.BASIC), null, null);
    }
}
