package io.tidings.ingest.owner;

import static java.util.Map.entry;

import io.tidings.contract.Topics;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.resource.AddressRules;
import io.tidings.contract.resource.EndpointRules;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.contract.resource.TableChange.SubscriptionIncomplete;
import io.tidings.ingest.handshake.Consent;
import io.tidings.ingest.handshake.HandshakeClient;
import io.tidings.ingest.handshake.ValidationUrl;
import io.tidings.ingest.manage.ProvisioningWriter;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes subscriptions that were written with foreign tools, writes again what invalid records displace, and asks
 * endpoints for their consent, on one instance at a time (B-SUB-2, B-SUB-3, decision 10).
 *
 * <p>Whoever owns the one partition of the subscriptions table in this group does the work; what there is to do every
 * instance knows from its own table, so nothing is ever fetched here.
 */
public final class SubscriptionOwner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SubscriptionOwner.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TO_LEAVE = Duration.ofSeconds(1);
    /** What an endpoint has to answer in. */
    private static final Duration TO_ANSWER = Duration.ofSeconds(30);

    private final Consumer<byte[], byte[]> membership;
    private final String kafkaTopic;
    private final Parts parts;
    private final HandshakeClient client;
    private final Handshakes handshakes;
    private final Clock clock;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean running = true;

    /** What an owner works with; it closes none of it. */
    public record Parts(
            ResourceTable table,
            IncompleteSubscriptions incomplete,
            UnsettledSubscriptions unsettled,
            ProvisioningWriter writer,
            Consent consent,
            TopicIds ids,
            OwnerMetrics metrics) {}

    /**
     * How endpoints are asked, and where they may answer later.
     *
     * @param requestsPerMinute that they are told; null: no limit
     */
    public record Asking(
            EndpointRules endpoints,
            AddressRules addresses,
            ValidationUrl url,
            @Nullable Integer requestsPerMinute) {}

    private SubscriptionOwner(
            Consumer<byte[], byte[]> membership, String kafkaTopic, Parts parts, Asking asking, Clock clock) {
        this.membership = membership;
        this.kafkaTopic = kafkaTopic;
        this.parts = parts;
        this.clock = clock;
        client = HandshakeClient.open(asking.endpoints(), asking.addresses(), TO_ANSWER, Handshakes.AT_ONCE);
        handshakes = new Handshakes(
                new Handshakes.Parts(
                        parts.table(),
                        parts.unsettled(),
                        parts.writer(),
                        client,
                        parts.consent(),
                        parts.ids(),
                        asking.url(),
                        asking.requestsPerMinute(),
                        parts.metrics()),
                clock);
        this.thread = Thread.ofPlatform().name("subscription-owner").unstarted(this::run);
    }

    public static SubscriptionOwner start(KafkaClients clients, Topics topics, Parts parts, Asking asking) {
        var membership = clients.consumer(Map.ofEntries(
                entry("group.id", topics.prefix() + "owner"),
                entry("group.protocol", "classic"),
                entry("enable.auto.commit", false),
                entry("auto.offset.reset", "latest"),
                entry("session.timeout.ms", 10_000),
                entry("heartbeat.interval.ms", 1_000)));
        var owner = new SubscriptionOwner(membership, topics.subscriptions(), parts, asking, Clock.systemUTC());
        owner.thread.start();
        return owner;
    }

    /** Completes exceptionally when the work can no longer be done, normally behind {@link #close}. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    private void run() {
        try {
            membership.subscribe(List.of(kafkaTopic));
            while (running) {
                membership.poll(POLL);
                var owned = membership.assignment();
                membership.pause(owned);
                if (owned.isEmpty()) {
                    handshakes.forget();
                } else {
                    advance();
                }
            }
            // Without a limit it waits for a rebalance that others may be in the middle of.
            membership.close(CloseOptions.timeout(TO_LEAVE));
            ended.complete(null);
        } catch (RuntimeException e) {
            ended.completeExceptionally(e);
            membership.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private void advance() {
        try {
            for (var key : parts.incomplete().keys()) {
                // What others write meanwhile wins: it is looked at where nobody else on this instance writes.
                parts.writer().complete(key, () -> parts.incomplete().find(key).map(this::completed));
            }
            restoreDisplaced();
            sealPlain();
            handshakes.advance();
        } catch (RetriableException e) {
            log.warn("the state of a subscription could not be written, which is tried again: {}", e.getMessage());
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
            if (parts.writer().seal(key)) {
                sealed("subscription " + key);
            }
        }
    }

    private static void sealed(String what) {
        log.warn(
                "the record of {} held its secrets in plain, sealed with an old key or sealed without the origin of"
                    + " the endpoint, and is written again; what was plain can be read in the topic until compaction,"
                    + " and should be replaced",
                what);
    }

    private void restored(String what) {
        parts.metrics().restored();
        log.warn("the newest record of {} was invalid; the one in force before it is written again", what);
    }

    private SubscriptionEntry completed(SubscriptionIncomplete change) {
        var subscription = change.subscription();
        var before = parts.table().subscription(subscription.key());
        var uid = before.map(SubscriptionEntry::uid)
                .orElseGet(() -> UUID.randomUUID().toString());
        var code = UUID.randomUUID().toString();
        log.info(
                "subscription {}, written at offset {} with a foreign tool, is completed",
                subscription.key(),
                change.offset());
        return new SubscriptionEntry(
                subscription,
                uid,
                parts.consent().written(before.orElse(null), subscription, clock.instant(), code),
                change.offset());
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }
}
