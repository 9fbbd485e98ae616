package io.tidings.ingest.reconcile;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.provisioning.Provisioning;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.validation.AbuseProtection;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.validation.ValidationClient;
import io.tidings.ingest.validation.ValidationEvent;
import io.tidings.ingest.validation.ValidationQuestion;
import io.tidings.ingest.validation.ValidationResult;
import io.tidings.ingest.validation.ValidationUrl;
import io.tidings.ingest.write.ConflictAwareWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the handshake of every subscription that needs one, by the rules of {@link EndpointValidation}.
 *
 * <p>Only the number of requests to an endpoint is kept in memory, so another instance that takes over begins the
 * handshake again, with the same code. Confined to one thread; responses are awaited on other threads, which report
 * through a queue.
 */
final class ValidationScheduler {
    /** Number of concurrent requests. */
    static final int AT_ONCE = 64;

    private static final Logger log = LoggerFactory.getLogger(ValidationScheduler.class);

    private final Parts parts;
    private final Clock clock;
    private final Map<SubscriptionKey, Run> runs = new HashMap<>();
    private final Queue<Report> reports = new ConcurrentLinkedQueue<>();
    private int asking;

    /** @param requestsPerMinute limit sent to endpoints; null for none */
    record Parts(
            ResourceTable table,
            AwaitingValidation awaitingValidation,
            ConflictAwareWriter writer,
            ValidationClient client,
            EndpointValidation endpointValidation,
            TopicIds ids,
            ValidationUrl url,
            @Nullable Integer requestsPerMinute,
            ReconcileMetrics metrics) {}

    /**
     * The handshake of one code.
     *
     * @param attempts that were begun
     * @param next time of the next request; null while one is in flight
     */
    private record Run(String code, int attempts, @Nullable Instant next) {}

    private record Report(SubscriptionKey key, String code, ValidationResult result) {}

    ValidationScheduler(Parts parts, Clock clock) {
        this.parts = parts;
        this.clock = clock;
    }

    /** Writes results to the table and sends the validation requests that are due. */
    void advance() {
        for (var report = reports.peek(); report != null; report = reports.peek()) {
            conclude(report); // if it cannot be written it stays first in the queue
            reports.remove();
            asking--;
        }
        var keys = parts.awaitingValidation().keys();
        runs.keySet().retainAll(new HashSet<>(keys));
        for (var key : keys) {
            parts.table().subscription(key).filter(each -> !each.locked()).ifPresent(this::advance);
        }
    }

    /** Another instance does the work from now on. */
    void forget() {
        runs.clear();
    }

    private void advance(SubscriptionEntry entry) {
        var key = entry.subscription().key();
        var endpointValidation = parts.endpointValidation();
        var now = clock.instant();
        if (endpointValidation.elapsed(entry.provisioning(), now).isPresent()) {
            move(key, each -> endpointValidation.elapsed(each.provisioning(), now));
        } else if (endpointValidation.asks(entry.provisioning())) {
            var code = entry.provisioning().code();
            if (code == null) {
                move(key, each -> withCode(each.provisioning(), now));
            } else {
                askIfDue(entry, code, now);
            }
        }
    }

    /** A code is only missing in a record that was written by hand. */
    private static Optional<Provisioning> withCode(Provisioning before, Instant now) {
        return before.code() != null
                ? Optional.empty()
                : Optional.of(new Provisioning(
                        before.state(),
                        before.established(),
                        now,
                        UUID.randomUUID().toString(),
                        null,
                        null));
    }

    private void askIfDue(SubscriptionEntry entry, String code, Instant now) {
        var key = entry.subscription().key();
        var known = runs.get(key);
        var run = known != null && known.code().equals(code) ? known : new Run(code, 0, now);
        if (run.next() == null || now.isBefore(run.next()) || asking >= AT_ONCE) {
            return;
        }
        question(entry, code, now).ifPresent(question -> {
            runs.put(key, new Run(code, run.attempts() + 1, null));
            asking++;
            Thread.ofVirtual().name("handshake-" + key).start(() -> ask(key, code, question));
        });
    }

    /** Returns empty if the topic does not exist, because its schema defines the request. */
    private Optional<ValidationQuestion> question(SubscriptionEntry entry, String code, Instant now) {
        var subscription = entry.subscription();
        var key = subscription.key();
        var url = parts.url().of(key, code);
        return parts.table().topic(key.topic()).map(topic -> {
            var schema = subscription.deliveredAs(topic.topic().inputSchema());
            return switch (schema) {
                case EventSchema.CLOUD_EVENTS -> new AbuseProtection(subscription, url, parts.requestsPerMinute());
                case EventSchema.EVENT_GRID, EventSchema.CUSTOM ->
                    new ValidationEvent(
                            subscription,
                            parts.ids().idOf(key.topic()),
                            UUID.randomUUID().toString(),
                            now,
                            code,
                            url);
            };
        });
    }

    private void ask(SubscriptionKey key, String code, ValidationQuestion question) {
        ValidationResult result = new ValidationResult.NoResponse("the validation request could not be sent");
        try {
            result = question.resultOf(parts.client().ask(question.request()));
        } catch (RuntimeException e) {
            log.error("the validation request for {} could not be sent", key, e);
        }
        parts.metrics().asked(result);
        reports.add(new Report(key, code, result));
    }

    private void conclude(Report report) {
        var run = runs.get(report.key());
        if (run == null || !run.code().equals(report.code())) {
            return; // the subscription has changed
        }
        var now = clock.instant();
        move(report.key(), entry -> {
            var provisioning = entry.provisioning();
            if (!report.code().equals(provisioning.code())
                    || !parts.endpointValidation().asks(provisioning)) {
                return Optional.empty();
            }
            return switch (parts.endpointValidation()
                    .afterAttempt(provisioning, report.result(), run.attempts(), now)) {
                case EndpointValidation.Step.Moved(var next) -> Optional.of(next);
                case EndpointValidation.Step.Again(var at) -> {
                    runs.put(report.key(), new Run(run.code(), run.attempts(), at));
                    yield Optional.empty();
                }
            };
        });
    }

    private void move(SubscriptionKey key, Function<SubscriptionEntry, Optional<Provisioning>> step) {
        if (parts.writer().move(key, step)) {
            parts.table()
                    .subscription(key)
                    .ifPresent(entry -> log.info("subscription {} is {}", key, entry.provisioning()));
        }
    }
}
