package io.tidings.worker.webhook;

import io.tidings.contract.Sha256;
import io.tidings.contract.delivery.Delivery;
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
        var identities = new StringBuilder();
        deliveries.forEach(delivery -> identities.append(identity(delivery)));
        var bytes = Arrays.copyOf(Sha256.of(identities.toString()), DIGEST_BYTES);
        return new WebhookId(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Includes the time of publication, because a topic that was created again repeats its offsets. */
    private static String identity(Delivery delivery) {
        var event = delivery.event();
        int redriven = delivery.redriven() == null ? 0 : delivery.redriven().times();
        return event.source() + "\n" + event.published() + "\n" + delivery.uid() + "\n" + redriven + "\n";
    }
}
