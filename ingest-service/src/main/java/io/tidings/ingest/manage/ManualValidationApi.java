package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.http.ApiError;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.validation.ValidationUrl;
import io.tidings.ingest.write.ConflictAwareWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts the codes of validation URLs (B-SUB-3). A caller with the right code needs no other permission. */
public final class ManualValidationApi {
    private static final Logger log = LoggerFactory.getLogger(ManualValidationApi.class);

    /** As endpoints get them. */
    private static final Pattern CODE = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final int LOOKS = 20;

    private final ResourceTable table;
    private final ConflictAwareWriter writer;
    private final EndpointValidation endpointValidation;
    private final Clock clock;

    public ManualValidationApi(
            ResourceTable table, ConflictAwareWriter writer, EndpointValidation endpointValidation, Clock clock) {
        this.table = table;
        this.writer = writer;
        this.endpointValidation = endpointValidation;
        this.clock = clock;
    }

    public Response respond(Request request) {
        var key = request.parameter(ValidationUrl.ID).flatMap(SubscriptionKey::parse);
        var code = request.parameter(ValidationUrl.CODE);
        try {
            return key.isPresent() && code.isPresent() && taken(key.get(), code.get()) ? welcome(key.get()) : unknown();
        } catch (KafkaException e) {
            log.warn("a validation could not be written: {}", e.getMessage());
            return Response.of(
                    ApiError.unavailable("Kafka does not accept changes at the moment; open the URL again in a while"));
        }
    }

    /**
     * Checks the code before it takes the lock and asks the brokers: anyone may guess codes here, and neither managers nor
     * brokers must bear that.
     */
    private boolean taken(SubscriptionKey key, String code) {
        return appears(key, code) && writer.move(key, entry -> shown(entry, code));
    }

    /**
     * Gives the table a moment: the owner may have read the code, and the endpoint opened the URL, before this instance
     * reads it. Waits for any key, so that the time does not reveal which subscriptions exist.
     */
    private boolean appears(SubscriptionKey key, String code) {
        boolean found = waitedFor(key, code);
        if (found || !CODE.matcher(code).matches()) {
            return found;
        }
        try {
            for (int look = 0; look < LOOKS && !found; look++) {
                Thread.sleep(BETWEEN_LOOKS);
                found = waitedFor(key, code);
            }
        } catch (InterruptedException _) { // the server stops
            Thread.currentThread().interrupt();
        }
        return found;
    }

    private boolean waitedFor(SubscriptionKey key, String code) {
        return table.subscription(key)
                .filter(entry -> !entry.locked())
                .flatMap(entry -> shown(entry, code))
                .isPresent();
    }

    private Optional<Provisioning> shown(SubscriptionEntry entry, String code) {
        return endpointValidation.afterCode(entry.provisioning(), code, clock.instant());
    }

    private static Response welcome(SubscriptionKey key) {
        log.info("subscription {} was validated by its URL", key);
        return Response.json(
                200, JsonNodeFactory.instance.objectNode().put("message", "The endpoint of " + key + " is validated."));
    }

    /** The same response for every wrong request, so that it does not reveal which subscriptions exist. */
    private static Response unknown() {
        return Response.of(
                        ApiError.notFound("no validation waits for this URL: it was used, its 10 minutes are over, or"
                                + " the subscription was changed; put the subscription again to get a new one"))
                .withWrongSecret();
    }
}
