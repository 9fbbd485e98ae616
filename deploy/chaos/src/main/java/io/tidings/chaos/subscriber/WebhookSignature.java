package io.tidings.chaos.subscriber;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.testbed.webhook.ReceivedRequest;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies signatures as an endpoint does (Standard Webhooks 1.0), without any code of the worker. */
final class WebhookSignature {
    private static final String HMAC = "HmacSHA256";

    private WebhookSignature() {}

    static boolean fits(ReceivedRequest request) {
        var id = request.header("webhook-id");
        var timestamp = request.header("webhook-timestamp");
        var signatures = request.header("webhook-signature");
        if (id.size() != 1 || timestamp.size() != 1 || signatures.size() != 1) {
            return false;
        }
        var expected = "v1," + signed(id.getFirst() + "." + timestamp.getFirst() + ".", request.body());
        return List.of(signatures.getFirst().split(" ", -1)).contains(expected);
    }

    private static String signed(String head, byte[] body) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(DeliveryExtras.KEY), HMAC));
            mac.update(head.getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + HMAC, e);
        }
    }
}
