package io.tidings.ingest.reconcile;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.Subscription;
import io.tidings.ingest.validation.AbuseProtection;
import io.tidings.ingest.validation.ValidationClient;
import io.tidings.ingest.validation.ValidationEvent;
import io.tidings.ingest.validation.ValidationQuestion;
import io.tidings.ingest.validation.ValidationResult;
import io.tidings.ingest.validation.ValidationUrl;
import io.tidings.runtime.authentication.EndpointCredentials;
import io.tidings.runtime.http.OutgoingProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The validation requests to endpoints: an event or an abuse protection request, as the schema has it. Thread-safe. */
public final class ValidationRequests implements AutoCloseable {
    /** Number of concurrent requests. */
    static final int AT_ONCE = 64;

    private static final Logger log = LoggerFactory.getLogger(ValidationRequests.class);
    private static final Duration RESPONSE_LIMIT = Duration.ofSeconds(30);

    private final CredentialedRequests client;
    private final TopicIds ids;
    private final ValidationUrl url;
    private final @Nullable Integer requestsPerMinute;
    private final ReconcileMetrics metrics;

    /**
     * @param proxy null for none
     * @param credentials closed with these requests
     * @param requestsPerMinute limit sent to endpoints; null for none
     */
    public ValidationRequests(
            EndpointRules endpoints,
            AddressRules addresses,
            @Nullable OutgoingProxy proxy,
            EndpointCredentials credentials,
            TopicIds ids,
            ValidationUrl url,
            @Nullable Integer requestsPerMinute,
            ReconcileMetrics metrics) {
        client = new CredentialedRequests(
                ValidationClient.open(endpoints, addresses, proxy, RESPONSE_LIMIT, AT_ONCE), credentials);
        this.ids = ids;
        this.url = url;
        this.requestsPerMinute = requestsPerMinute;
        this.metrics = metrics;
    }

    ValidationQuestion question(Subscription subscription, EventSchema schema, String code, Instant now) {
        var key = subscription.key();
        return switch (schema) {
            case EventSchema.CLOUD_EVENTS -> new AbuseProtection(subscription, url.of(key, code), requestsPerMinute);
            case EventSchema.EVENT_GRID, EventSchema.CUSTOM ->
                new ValidationEvent(
                        subscription,
                        ids.idOf(key.topic()),
                        UUID.randomUUID().toString(),
                        now,
                        code,
                        url.of(key, code));
        };
    }

    /** Sends the request and waits for the response; meant for virtual threads. */
    ValidationResult ask(SubscriptionKey key, ValidationQuestion question) {
        ValidationResult result = new ValidationResult.NoResponse("the validation request could not be sent");
        try {
            result = question.resultOf(client.ask(question.request(), question.subscription()));
        } catch (RuntimeException e) {
            log.error("the validation request for {} could not be sent", key, e);
        }
        metrics.asked(result);
        return result;
    }

    @Override
    public void close() {
        client.close();
    }
}
