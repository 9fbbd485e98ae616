package io.tidings.ingest.owner;

import static java.util.Map.entry;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.resource.ProvisioningState;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.contract.resource.TableChange.SubscriptionIncomplete;
import io.tidings.ingest.manage.ResourceWriter;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes subscriptions that were written with foreign tools, on one instance at a time (B-SUB-2, decision 10).
 *
 * <p>Whoever owns the one partition of the subscriptions table in this group does the work; what there is to do every
 * instance knows from its own table, so nothing is ever fetched here.
 */
public final class SubscriptionOwner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SubscriptionOwner.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration TO_LEAVE = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> membership;
    private final String kafkaTopic;
    private final ResourceTable table;
    private final IncompleteSubscriptions incomplete;
    private final ResourceWriter writer;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean running = true;

    private SubscriptionOwner(
            Consumer<byte[], byte[]> membership,
            String kafkaTopic,
            ResourceTable table,
            IncompleteSubscriptions incomplete,
            ResourceWriter writer) {
        this.membership = membership;
        this.kafkaTopic = kafkaTopic;
        this.table = table;
        this.incomplete = incomplete;
        this.writer = writer;
        this.thread = Thread.ofPlatform().name("subscription-owner").unstarted(this::run);
    }

    public static SubscriptionOwner start(
            KafkaClients clients,
            Topics topics,
            ResourceTable table,
            IncompleteSubscriptions incomplete,
            ResourceWriter writer) {
        var membership = clients.consumer(Map.ofEntries(
                entry("group.id", topics.prefix() + "owner"),
                entry("group.protocol", "classic"),
                entry("enable.auto.commit", false),
                entry("auto.offset.reset", "latest"),
                entry("session.timeout.ms", 10_000),
                entry("heartbeat.interval.ms", 1_000)));
        var owner = new SubscriptionOwner(membership, topics.subscriptions(), table, incomplete, writer);
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
                if (!owned.isEmpty()) {
                    completeWaiting();
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

    private void completeWaiting() {
        for (var key : incomplete.keys()) {
            try {
                writer.alone(() -> complete(key));
            } catch (RetriableException e) {
                log.warn("subscription {} could not be completed, which is tried again: {}", key, e.getMessage());
                return;
            }
        }
    }

    /** What is written meanwhile by others wins: it is looked at again here, where nobody else on this instance writes. */
    private boolean complete(SubscriptionKey key) {
        var found = incomplete.find(key);
        found.ifPresent(this::complete);
        return found.isPresent();
    }

    private void complete(SubscriptionIncomplete change) {
        var key = change.subscription().key();
        var uid = table.subscription(key)
                .map(SubscriptionEntry::uid)
                .orElseGet(() -> UUID.randomUUID().toString());
        writer.put(change.subscription(), uid, ProvisioningState.SUCCEEDED);
        log.info("subscription {}, written at offset {} with a foreign tool, is in force", key, change.offset());
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
