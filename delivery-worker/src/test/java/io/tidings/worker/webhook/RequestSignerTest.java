package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.tidings.contract.subscription.Signing;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** B-AUTH-1: signatures as Standard Webhooks defines them, read by its library. */
class RequestSignerTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String FORMER = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final WebhookId ID = new WebhookId("msg_p5jXN8AQM9LWM0D4loKWxJek");
    private static final String BODY = "{\"test\": 2432232314}";

    /** The vector that the libraries of Standard Webhooks are tested with. */
    @Test
    void theSignatureIsThatOfTheSpecification() {
        var signed = sign(new Signing(SECRET), Instant.ofEpochSecond(1_614_265_330), BODY);
        assertThat(signed)
                .isEqualTo(new RequestSignature(ID, 1_614_265_330, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    @Test
    void theBodyMayComeInParts() {
        var signer = new RequestSigner(new Signing(SECRET));
        var signed = signer.sign(ID, Instant.ofEpochSecond(1_614_265_330), mac -> {
            mac.update("{\"test\": ".getBytes(UTF_8));
            mac.update("2432232314}".getBytes(UTF_8));
        });
        assertThat(signed.signatures()).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void oneSignerSignsManyRequests() {
        var signer = new RequestSigner(new Signing(SECRET));
        var now = Instant.ofEpochSecond(1_614_265_330);
        var first = signer.sign(ID, now, mac -> mac.update(BODY.getBytes(UTF_8)));
        var other = signer.sign(ID, now, mac -> mac.update("{}".getBytes(UTF_8)));
        assertThat(signer.sign(ID, now, mac -> mac.update(BODY.getBytes(UTF_8))))
                .isEqualTo(first);
        assertThat(other.signatures()).isNotEqualTo(first.signatures());
    }

    @Test
    void bothSecretsSignUntilTheFormerOneEnds() throws Exception {
        var now = Instant.now();
        var during = sign(new Signing(SECRET, FORMER, now.plusSeconds(1)), now, BODY);
        assertThat(during.signatures().split(" ", -1)).hasSize(2);
        verify(SECRET, during, BODY);
        verify(FORMER, during, BODY);
        var after = sign(new Signing(SECRET, FORMER, now), now, BODY);
        verify(SECRET, after, BODY);
        assertThatThrownBy(() -> verify(FORMER, after, BODY)).isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    void tamperingIsRefused() {
        var signed = sign(new Signing(SECRET), Instant.now(), BODY);
        assertThatCode(() -> verify(SECRET, signed, BODY)).doesNotThrowAnyException();
        var otherId = new RequestSignature(new WebhookId("msg_other"), signed.timestamp(), signed.signatures());
        var otherTime = new RequestSignature(ID, signed.timestamp() + 1, signed.signatures());
        assertThatThrownBy(() -> verify(SECRET, signed, BODY + " ")).isInstanceOf(WebhookVerificationException.class);
        assertThatThrownBy(() -> verify(SECRET, otherId, BODY)).isInstanceOf(WebhookVerificationException.class);
        assertThatThrownBy(() -> verify(SECRET, otherTime, BODY)).isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    void aStaleTimestampIsRefused() {
        var stale = sign(new Signing(SECRET), Instant.now().minusSeconds(360), BODY);
        assertThatThrownBy(() -> verify(SECRET, stale, BODY)).hasMessageContaining("too old");
    }

    private static RequestSignature sign(Signing signing, Instant attempted, String body) {
        return new RequestSigner(signing).sign(ID, attempted, mac -> mac.update(body.getBytes(UTF_8)));
    }

    private static void verify(String secret, RequestSignature signature, String body) throws Exception {
        new Webhook(secret)
                .verify(
                        body,
                        Map.of(
                                "webhook-id", List.of(signature.id().text()),
                                "webhook-timestamp", List.of(Long.toString(signature.timestamp())),
                                "webhook-signature", List.of(signature.signatures())));
    }
}
