package io.tidings.ingest.validation;

import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of CloudEvents: asks whether this origin may send, and how often (reference §2.2).
 *
 * @param callback where the permission may be given later
 * @param requestsPerMinute to ask for; null for as many as the endpoint allows
 */
public record AbuseProtection(
        Subscription subscription, URI callback, @Nullable Integer requestsPerMinute) implements ValidationQuestion {
    private static final String ALLOWED_ORIGIN = "webhook-allowed-origin";
    private static final String ALLOWED_RATE = "webhook-allowed-rate";
    private static final String ANY = "*";

    @Override
    public ValidationRequest request() {
        var headers = ValidationQuestion.headersOf(subscription.destination());
        headers.put("webhook-request-origin", Webhook.ORIGIN);
        headers.put("webhook-request-callback", callback.toString());
        if (requestsPerMinute != null) {
            headers.put("webhook-request-rate", requestsPerMinute.toString());
        }
        return new ValidationRequest("OPTIONS", subscription.destination().endpoint(), headers, "");
    }

    /**
     * A successful status alone is no permission, but an error status means that the endpoint ignored the handshake.
     */
    @Override
    public ValidationResult interpret(ValidationResponse.Received received) {
        int status = received.status();
        var origin = received.header(ALLOWED_ORIGIN).map(String::strip).orElse("");
        if (origin.isEmpty()) {
            var problem = "the endpoint responded " + status + " to OPTIONS without WebHook-Allowed-Origin";
            return status >= 200 && status < 300
                    ? new ValidationResult.Undecided(problem)
                    : new ValidationResult.Rejected(problem + "; it must respond with " + Webhook.ORIGIN + " or *");
        }
        if (!origin.equals(ANY) && !origin.equalsIgnoreCase(Webhook.ORIGIN)) {
            return new ValidationResult.Rejected(
                    "the endpoint's WebHook-Allowed-Origin is neither " + Webhook.ORIGIN + " nor *; let it allow one");
        }
        return rate(received.header(ALLOWED_RATE).map(String::strip).orElse(ANY));
    }

    private static ValidationResult rate(String rate) {
        if (rate.equals(ANY)) {
            return new ValidationResult.Agreed(null);
        }
        return rate.matches("0*[1-9]\\d{0,8}")
                ? new ValidationResult.Agreed(Integer.valueOf(rate))
                : new ValidationResult.Rejected(
                        "the endpoint's WebHook-Allowed-Rate is neither * nor a number of requests a minute; let it "
                                + "respond with one of them");
    }

    /** Leaves out the callback, which holds the code. */
    @Override
    public String toString() {
        return "AbuseProtection[" + subscription.key() + "]";
    }
}
