package io.tidings.worker.webhook;

import io.tidings.contract.secret.HmacSha256;
import io.tidings.contract.secret.SigningSecret;
import io.tidings.contract.subscription.Signing;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import javax.crypto.Mac;

/**
 * Signs the requests of a subscription as Standard Webhooks 1.0 defines it: HMAC-SHA256 of id, time and body (B-AUTH-1).
 * Decodes each secret once. Confined to the poll thread.
 */
public final class RequestSigner {
    private final Signing signing;
    /** By secret. */
    private final Map<String, Mac> macs = new HashMap<>();

    /** @param signing with open secrets */
    public RequestSigner(Signing signing) {
        this.signing = signing;
    }

    /**
     * @param attempted when the attempt starts
     * @param body adds the bytes that are sent
     */
    public RequestSignature sign(WebhookId id, Instant attempted, Consumer<Mac> body) {
        long timestamp = attempted.getEpochSecond();
        var signatures = new StringJoiner(" ");
        for (var secret : signing.secretsAt(attempted)) {
            var mac = macs.computeIfAbsent(secret, RequestSigner::mac);
            signatures.add(SigningSecret.sign(mac, id.text(), timestamp, body));
        }
        return new RequestSignature(id, timestamp, signatures.toString());
    }

    private static Mac mac(String secret) {
        return HmacSha256.of(SigningSecret.key(secret));
    }
}
