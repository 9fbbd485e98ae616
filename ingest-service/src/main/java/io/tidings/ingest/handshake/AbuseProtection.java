package io.tidings.ingest.handshake;

import io.tidings.contract.resource.Subscription;
import io.tidings.contract.resource.Webhook;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Asks in CloudEvents' way: whether this origin may send, and how often (reference §2.2).
 *
 * @param callback where the permission may be given later
 * @param requestsPerMinute that are wanted; null: as many as are allowed
 */
public record AbuseProtection(
        Subscription subscription, URI callback, @Nullable Integer requestsPerMinute) implements Question {
    private static final String ALLOWED_ORIGIN = "webhook-allowed-origin";
    private static final String ALLOWED_RATE = "webhook-allowed-rate";
    private static final String ANY = "*";

    @Override
    public Request request() {
        var headers = Question.headersOf(subscription.destination());
        headers.put("webhook-request-origin", Webhook.ORIGIN);
        headers.put("webhook-request-callback", callback.toString());
        if (requestsPerMinute != null) {
            headers.put("webhook-request-rate", requestsPerMinute.toString());
        }
        return new Request("OPTIONS", subscription.destination().endpoint(), headers, "");
    }

    /** A status is no consent; but one that is no success says that nobody looked at the question. */
    @Override
    public Finding interpret(Reply.Answered answer) {
        int status = answer.status();
        var origin = answer.header(ALLOWED_ORIGIN).map(String::strip).orElse("");
        if (origin.isEmpty()) {
            var problem = "the endpoint answered " + status + " to OPTIONS without WebHook-Allowed-Origin";
            return status >= 200 && status < 300
                    ? new Finding.Undecided(problem)
                    : new Finding.Refused(problem + "; it has to answer with " + Webhook.ORIGIN + " or *");
        }
        if (!origin.equals(ANY) && !origin.equalsIgnoreCase(Webhook.ORIGIN)) {
            return new Finding.Refused(
                    "the endpoint's WebHook-Allowed-Origin is neither " + Webhook.ORIGIN + " nor *; let it allow one");
        }
        return rate(answer.header(ALLOWED_RATE).map(String::strip).orElse(ANY));
    }

    private static Finding rate(String rate) {
        if (rate.equals(ANY)) {
            return new Finding.Agreed(null);
        }
        return rate.matches("0*[1-9]\\d{0,8}")
                ? new Finding.Agreed(Integer.valueOf(rate))
                : new Finding.Refused("the endpoint's WebHook-Allowed-Rate is neither * nor a number of requests in a"
                        + " minute; let it answer with one of them");
    }

    /** Without the callback, which holds the code. */
    @Override
    public String toString() {
        return "AbuseProtection[" + subscription.key() + "]";
    }
}
