package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.delivery.Delivery;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The id of a request by Standard Webhooks: the same in all attempts at the same deliveries, by any worker, and
 * different for all others (B-AUTH-1). Pure.
 */
public record WebhookId(String text) {
    private static final String PREFIX = "msg_";
    private static final int DIGEST_BYTES = 24;

    /** @param deliveries that share the request, in the order of their events */
    public static WebhookId of(Iterable<Delivery> deliveries) {
        var digest = sha256();
        deliveries.forEach(delivery -> digest.update(identity(delivery).getBytes(UTF_8)));
        var bytes = Arrays.copyOf(digest.digest(), DIGEST_BYTES);
        return new WebhookId(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Includes the time of publication, because a topic that was created again repeats its offsets. */
    private static String identity(Delivery delivery) {
        var event = delivery.event();
        int redriven = delivery.redriven() == null ? 0 : delivery.redriven().times();
        return event.source() + "\n" + event.published() + "\n" + delivery.uid() + "\n" + redriven + "\n";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
