package io.tidings.ingest.reconcile;

import static java.util.Map.entry;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.address.AddressRules;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange.SubscriptionIncomplete;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.validation.ValidationClient;
import io.tidings.ingest.validation.ValidationUrl;
import io.tidings.ingest.write.ConflictAwareWriter;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.Session;
import io.tidings.runtime.session.SessionLoop;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes subscriptions that another tool has written, restores records that invalid ones displace, and runs the
 * handshakes with endpoints, on one instance at a time (B-SUB-2, B-SUB-3, decision 10).
 *
 * <p>The instance that owns the only partition of the subscriptions table in this group does the work. Every instance
 * knows the open work from its own table, so this consumer fetches nothing.
 */
public final class SubscriptionReconciler implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SubscriptionReconciler.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TO_LEAVE = Duration.ofSeconds(1);
    /** The time an endpoint has to respond. */
    private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

    private final Parts parts;
    private final ValidationClient client;
    private final ValidationScheduler scheduler;
    private final Clock clock;
    private final SessionLoop memberships;

    /** The collaborators of the reconciler, which closes none of them. */
    public record Parts(
            ResourceTable table,
            AwaitingCompletion awaitingCompletion,
            AwaitingValidation awaitingValidation,
            ConflictAwareWriter writer,
            EndpointValidation endpointValidation,
            TopicIds ids,
            ReconcileMetrics metrics) {}

    /** @param requestsPerMinute limit sent to endpoints; null for none */
    public record ValidationOptions(
            EndpointRules endpoints,
            AddressRules addresses,
            ValidationUrl url,
            @Nullable Integer requestsPerMinute) {}

    private SubscriptionReconciler(
            KafkaClients clients,
            Topics topics,
            Parts parts,
            ValidationOptions asking,
            Clock clock,
            MeterRegistry registry) {
        this.parts = parts;
        this.clock = clock;
        client = ValidationClient.open(
                asking.endpoints(), asking.addresses(), RESPONSE_TIMEOUT, ValidationScheduler.AT_ONCE);
        scheduler = new ValidationScheduler(
                new ValidationScheduler.Parts(
                        parts.table(),
                        parts.awaitingValidation(),
                        parts.writer(),
                        client,
                        parts.endpointValidation(),
                        parts.ids(),
                        asking.url(),
                        asking.requestsPerMinute(),
                        parts.metrics()),
                clock);
        memberships = SessionLoop.start(
                new SessionLoop.Owner("subscription-owner", "a member of " + group(topics)),
                () -> new Membership(clients, topics),
                _ -> true,
                new RecoveryPolicy(),
                registry);
    }

    public static SubscriptionReconciler start(
            KafkaClients clients, Topics topics, Parts parts, ValidationOptions asking, MeterRegistry registry) {
        return new SubscriptionReconciler(clients, topics, parts, asking, Clock.systemUTC(), registry);
    }

    private static String group(Topics topics) {
        return topics.prefix() + "owner";
    }

    /** Completes with the cause if the work can no longer be done, or normally after {@link #close}. */
    public CompletionStage<Void> ended() {
        return memberships.ended();
    }

    /** From joining the group to the loss of its consumer. */
    private final class Membership implements Session {
        private final Consumer<byte[], byte[]> consumer;
        private final String kafkaTopic;
        private volatile boolean stopped;

        Membership(KafkaClients clients, Topics topics) {
            kafkaTopic = topics.subscriptions();
            consumer = clients.consumer(Map.ofEntries(
                    entry("group.id", group(topics)),
                    entry("group.protocol", "classic"),
                    entry("enable.auto.commit", false),
                    entry("auto.offset.reset", "latest"),
                    entry("session.timeout.ms", 10_000),
                    entry("heartbeat.interval.ms", 1_000)));
        }

        @Override
        public void run() {
            scheduler.forget();
            consumer.subscribe(List.of(kafkaTopic));
            while (!stopped) {
                consumer.poll(POLL);
                var owned = consumer.assignment();
                consumer.pause(owned);
                if (owned.isEmpty()) {
                    scheduler.forget();
                } else {
                    advance();
                }
            }
        }

        @Override
        public boolean ready() {
            return !stopped;
        }

        @Override
        public void stop() {
            stopped = true;
        }

        /** Without a limit it would wait for a rebalance that other members may have begun. */
        @Override
        public void close() {
            consumer.close(CloseOptions.timeout(stopped ? TO_LEAVE : Duration.ZERO));
        }
    }

    private void advance() {
        try {
            for (var key : parts.awaitingCompletion().keys()) {
                // The newest record wins, so it is read under the lock of this instance's writer.
                parts.writer()
                        .complete(
                                key, () -> parts.awaitingCompletion().find(key).map(this::completed));
            }
            restoreDisplaced();
            sealPlain();
            scheduler.advance();
        } catch (RetriableException e) {
            log.warn("the state of a subscription could not be written; writing is tried again: {}", e.getMessage());
        }
    }

    private void restoreDisplaced() {
        for (var topic : parts.table().displacedTopics()) {
            if (parts.writer().restoreTopic(topic)) {
                restored("topic " + topic);
            }
        }
        for (var key : parts.table().displacedSubscriptions()) {
            if (parts.writer().restore(key)) {
                restored("subscription " + key);
            }
        }
    }

    private void sealPlain() {
        for (var topic : parts.table().topicsToSeal()) {
            if (parts.writer().sealTopic(topic)) {
                sealed("topic " + topic);
            }
        }
        for (var key : parts.table().subscriptionsToSeal()) {
            if (parts.writer().rewriteSealed(key)) {
                sealed("subscription " + key);
            }
        }
    }

    private static void sealed(String what) {
        log.warn(
                "the record of {} is written again, because its secrets were in plain text, sealed with an old key or"
                        + " sealed without the origin of the endpoint; plain secrets can be read in the topic until"
                        + " compaction, and should be replaced",
                what);
    }

    private void restored(String what) {
        parts.metrics().restored();
        log.warn("the newest record of {} was invalid; the record before it is written again", what);
    }

    private SubscriptionEntry completed(SubscriptionIncomplete change) {
        var subscription = change.subscription();
        var before = parts.table().subscription(subscription.key());
        var uid = before.map(SubscriptionEntry::uid)
                .orElseGet(() -> UUID.randomUUID().toString());
        var code = UUID.randomUUID().toString();
        log.info(
                "subscription {}, which another tool wrote at offset {}, is completed",
                subscription.key(),
                change.offset());
        return new SubscriptionEntry(
                subscription,
                uid,
                parts.endpointValidation().written(before.orElse(null), subscription, clock.instant(), code),
                change.offset());
    }

    @Override
    public void close() {
        memberships.close();
        client.close();
    }
}
