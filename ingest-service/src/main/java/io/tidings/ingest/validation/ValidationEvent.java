package io.tidings.ingest.validation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.subscription.Subscription;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;

/**
 * The handshake of Event Grid: an event with a code that the endpoint sends back (reference §5).
 *
 * @param topicId of the topic in its events
 * @param url where the code may be shown instead
 */
public record ValidationEvent(Subscription subscription, String topicId, String id, Instant now, String code, URI url)
        implements ValidationQuestion {

    @Override
    public ValidationRequest request() {
        var headers = ValidationQuestion.headersOf(subscription.destination());
        headers.put("content-type", "application/json; charset=utf-8");
        headers.put("aeg-event-type", "SubscriptionValidation");
        headers.put("aeg-subscription-name", subscription.key().name().toUpperCase(Locale.ROOT));
        headers.put("aeg-delivery-count", "0");
        headers.put("aeg-metadata-version", "1");
        headers.put("aeg-data-version", "1");
        return new ValidationRequest("POST", subscription.destination().endpoint(), headers, body());
    }

    private String body() {
        var array = JsonNodeFactory.instance.arrayNode();
        var event = array.addObject().put("id", id).put("topic", topicId).put("subject", "");
        event.putObject("data").put("validationCode", code).put("validationUrl", url.toString());
        event.put("eventType", "Microsoft.EventGrid.SubscriptionValidationEvent")
                .put("eventTime", now.toString())
                .put("metadataVersion", "1")
                .put("dataVersion", "1");
        return array.toString();
    }

    @Override
    public ValidationResult interpret(ValidationResponse.Received received) {
        int status = received.status();
        if (status != 200 && status != 202) {
            return new ValidationResult.Rejected("the endpoint responded " + status
                    + " to the validation event; it must respond 200 with its code as validationResponse");
        }
        var response = ResourceJson.orMissing(received.body().getBytes(UTF_8)).path("validationResponse");
        if (response.isMissingNode() || response.isNull()) {
            return new ValidationResult.Undecided(
                    "the endpoint responded " + status + " without the validationResponse of the validation event");
        }
        if (!code.equals(response.textValue())) {
            return new ValidationResult.Rejected(
                    "the endpoint responded with another validationResponse than the code it was sent; it must send "
                            + "back the code of the newest validation event");
        }
        return status == 200
                ? new ValidationResult.Agreed(null)
                : new ValidationResult.Undecided(
                        "the endpoint responded 202 to the validation event, where only 200 counts");
    }

    /** Leaves out the code. */
    @Override
    public String toString() {
        return "ValidationEvent[" + subscription.key() + "]";
    }
}
