package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.Provisioning;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.ingest.handshake.Consent;
import io.tidings.ingest.handshake.ValidationUrl;
import io.tidings.ingest.http.Answer;
import io.tidings.ingest.http.Problem;
import io.tidings.ingest.http.Request;
import java.time.Clock;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the codes that people or endpoints show at a validation URL (B-SUB-3). Who has the code needs nothing else. */
public final class ManualValidation {
    private static final Logger log = LoggerFactory.getLogger(ManualValidation.class);

    private final ResourceTable table;
    private final ProvisioningWriter writer;
    private final Consent consent;
    private final Clock clock;

    public ManualValidation(ResourceTable table, ProvisioningWriter writer, Consent consent, Clock clock) {
        this.table = table;
        this.writer = writer;
        this.consent = consent;
        this.clock = clock;
    }

    public Answer respond(Request request) {
        if (!request.method().equals("GET") && !request.method().equals("POST")) {
            return Answer.methodNotAllowed(request.method(), "GET, POST");
        }
        var key = request.parameter(ValidationUrl.ID).flatMap(SubscriptionKey::parse);
        var code = request.parameter(ValidationUrl.CODE);
        try {
            return key.isPresent() && code.isPresent() && taken(key.get(), code.get()) ? welcome(key.get()) : unknown();
        } catch (KafkaException e) {
            log.warn("a validation could not be written: {}", e.getMessage());
            return Answer.of(
                    Problem.unavailable("Kafka does not take changes at the moment; open the URL again in a while"));
        }
    }

    /** Looked at before anything is locked: anybody may guess here, and managers must not wait for that. */
    private boolean taken(SubscriptionKey key, String code) {
        if (!waitedFor(key, code)) {
            writer.refresh();
        }
        return waitedFor(key, code) && writer.move(key, entry -> shown(entry, code));
    }

    private boolean waitedFor(SubscriptionKey key, String code) {
        return table.subscription(key)
                .filter(entry -> !entry.locked())
                .flatMap(entry -> shown(entry, code))
                .isPresent();
    }

    private Optional<Provisioning> shown(SubscriptionEntry entry, String code) {
        return consent.afterCode(entry.provisioning(), code, clock.instant());
    }

    private static Answer welcome(SubscriptionKey key) {
        log.info("subscription {} was validated by its URL", key);
        return Answer.json(
                200, JsonNodeFactory.instance.objectNode().put("message", "The endpoint of " + key + " is validated."));
    }

    /** The same for all that is wrong, so that nobody learns which subscriptions there are. */
    private static Answer unknown() {
        return Answer.of(Problem.notFound("no validation waits for this URL: it was used, its 10 minutes are over, or"
                        + " the subscription was changed; put the subscription again to get a new one"))
                .withWrongSecret();
    }
}
