package io.tidings.ingest.reconcile;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.validation.ValidationQuestion;
import io.tidings.ingest.validation.ValidationResult;
import io.tidings.ingest.write.ConflictAwareWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
public final class ValidationScheduler {
    private static final Logger log = LoggerFactory.getLogger(ValidationScheduler.class);

    /** Endpoints of one topic that hang must not keep those of others from being asked. */
    private static final int OF_ONE_TOPIC = ValidationRequests.AT_ONCE / 4;

    private final ResourceTable table;
    private final AwaitingValidation awaitingValidation;
    private final ConflictAwareWriter writer;
    private final EndpointValidation endpointValidation;
    private final ValidationRequests requests;
    private final Clock clock;
    private final Map<SubscriptionKey, Run> runs = new HashMap<>();
    private final Queue<Report> reports = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> asking = new HashMap<>(); // by topic or domain

    /**
     * The handshake of one code.
     *
     * @param attempts that were begun
     * @param next time of the next request; null while one is in flight
     */
    private record Run(String code, int attempts, @Nullable Instant next) {}

    private record Report(SubscriptionKey key, String code, ValidationResult result) {}

    public ValidationScheduler(
            ResourceTable table,
            AwaitingValidation awaitingValidation,
            ConflictAwareWriter writer,
            EndpointValidation endpointValidation,
            ValidationRequests requests,
            Clock clock) {
        this.table = table;
        this.awaitingValidation = awaitingValidation;
        this.writer = writer;
        this.endpointValidation = endpointValidation;
        this.requests = requests;
        this.clock = clock;
    }

    /** Writes results to the table and sends the validation requests that are due. */
    void advance() {
        for (var report = reports.peek(); report != null; report = reports.peek()) {
            conclude(report); // if it cannot be written it stays first in the queue
            reports.remove();
            asking.computeIfPresent(owner(report.key()), (_, requests) -> requests == 1 ? null : requests - 1);
        }
        var keys = new ArrayList<>(awaitingValidation.keys());
        runs.keySet().retainAll(new HashSet<>(keys));
        keys.sort(Comparator.comparingInt(key -> asking.getOrDefault(owner(key), 0)));
        for (var key : keys) {
            table.subscription(key).filter(each -> !each.locked()).ifPresent(this::advance);
        }
    }

    /** Returns whether no subscription waits for its handshake. */
    boolean idle() {
        return awaitingValidation.keys().isEmpty();
    }

    /** Another instance does the work from now on. */
    void forget() {
        runs.clear();
    }

    private void advance(SubscriptionEntry entry) {
        var key = entry.subscription().key();
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
                        null,
                        null));
    }

    private void askIfDue(SubscriptionEntry entry, String code, Instant now) {
        var key = entry.subscription().key();
        var known = runs.get(key);
        var run = known != null && known.code().equals(code) ? known : new Run(code, 0, now);
        if (run.next() == null || now.isBefore(run.next()) || !mayAsk(owner(key))) {
            return;
        }
        question(entry, code, now).ifPresent(question -> {
            runs.put(key, new Run(code, run.attempts() + 1, null));
            asking.merge(owner(key), 1, Integer::sum);
            Thread.ofVirtual().name("handshake-" + key).start(() -> ask(key, code, question));
        });
    }

    /** The topics of a domain share the requests of one topic. */
    private static String owner(SubscriptionKey key) {
        return DomainTopic.owner(key.topic());
    }

    private boolean mayAsk(String topic) {
        int all = asking.values().stream().mapToInt(requests -> requests).sum();
        return all < ValidationRequests.AT_ONCE && asking.getOrDefault(topic, 0) < OF_ONE_TOPIC;
    }

    /** Returns empty if the topic does not exist, because its schema defines the request. */
    private Optional<ValidationQuestion> question(SubscriptionEntry entry, String code, Instant now) {
        var subscription = entry.subscription();
        return table.topic(subscription.key().topic())
                .map(topic -> subscription.deliveredAs(topic.topic().inputSchema()))
                .map(schema -> requests.question(subscription, schema, code, now));
    }

    private void ask(SubscriptionKey key, String code, ValidationQuestion question) {
        reports.add(new Report(key, code, requests.ask(key, question)));
    }

    private void conclude(Report report) {
        var run = runs.get(report.key());
        if (run == null || !run.code().equals(report.code())) {
            return; // the subscription has changed
        }
        var now = clock.instant();
        move(report.key(), entry -> {
            var provisioning = entry.provisioning();
            if (!report.code().equals(provisioning.code()) || !endpointValidation.asks(provisioning)) {
                return Optional.empty();
            }
            return switch (endpointValidation.afterAttempt(provisioning, report.result(), run.attempts(), now)) {
                case EndpointValidation.Step.Moved(var next) -> Optional.of(next);
                case EndpointValidation.Step.Again(var at) -> {
                    runs.put(report.key(), new Run(run.code(), run.attempts(), at));
                    yield Optional.empty();
                }
            };
        });
    }

    private void move(SubscriptionKey key, Function<SubscriptionEntry, Optional<Provisioning>> step) {
        if (writer.move(key, step)) {
            table.subscription(key).ifPresent(entry -> log.info("subscription {} is {}", key, entry.provisioning()));
        }
    }
}
