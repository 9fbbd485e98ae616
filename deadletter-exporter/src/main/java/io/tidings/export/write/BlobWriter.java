package io.tidings.export.write;

import io.opentelemetry.api.trace.Span;
import io.tidings.contract.SubscriptionKey;
import io.tidings.export.blob.BlobStore;
import io.tidings.export.blob.BlobStore.Result;
import io.tidings.export.blob.BlobStores;
import io.tidings.export.window.BatchKey;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.BlobContainer;
import io.tidings.export.window.BlobNames;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.window.DestinationBackoff;
import io.tidings.export.window.PartitionProgress.UnsettledBatch;
import io.tidings.export.window.WindowRule;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes batches to their containers and decides what happens to those that cannot be written (B-DLQ-5). Confined to
 * the poll thread.
 */
public final class BlobWriter {
    private static final Logger log = LoggerFactory.getLogger(BlobWriter.class);

    private final BlobStores stores;
    private final WindowRule windows;
    private final @Nullable Duration dropAfter;
    private final AllowedContainers containers;
    private final BlobNotices blobs;
    private final ConditionNotices conditions;
    private final ExporterMetrics metrics;
    private final InstantSource clock;
    private final Tracing tracing;
    private final DestinationBackoff backoff = new DestinationBackoff();
    private final Set<LoggedDrop> logged = new HashSet<>();
    private final Set<BatchKey> refused = new HashSet<>();

    /** A drop that is logged once for any number of dead letters. */
    private record LoggedDrop(SubscriptionKey subscription, BlobContainer destination, ExportDropReason reason) {}

    /** @param dropAfter how long a storage may be unavailable; null for ever */
    public BlobWriter(
            BlobStores stores,
            WindowRule windows,
            @Nullable Duration dropAfter,
            AllowedContainers containers,
            BlobNotices blobs,
            ConditionNotices conditions,
            ExporterMetrics metrics,
            InstantSource clock,
            Tracing tracing) {
        this.stores = stores;
        this.windows = windows;
        this.dropAfter = dropAfter;
        this.containers = containers;
        this.blobs = blobs;
        this.conditions = conditions;
        this.metrics = metrics;
        this.clock = clock;
        this.tracing = tracing;
    }

    /**
     * Returns whether {@link #settle} would do something with an unfinished batch. A batch whose time is up is tried
     * once more, even during a backoff: no batch is dropped that was not tried itself.
     *
     * @param tried when its window was first tried
     */
    public boolean worthTrying(UnsettledBatch part, Instant tried) {
        var now = clock.instant();
        if (ruleBrokenBy(part).isPresent()) {
            return timeIsUp(part, tried, now);
        }
        return !backoff.rests(part.destination(), now)
                || (!backoff.slow(part.destination(), now) && timeIsUp(part, tried, now));
    }

    /**
     * Writes a batch, or drops it if it cannot be written and its time is up.
     *
     * @param names of the blobs of its partition
     * @param tried when its window was first tried
     * @return whether it is finished; otherwise it is tried again later
     */
    public boolean settle(BlobBatch batch, BlobNames names, Instant tried) {
        var left = UnsettledBatch.of(batch);
        var rule = ruleBrokenBy(left);
        rule.filter(_ -> refused.add(left.key()))
                .ifPresent(broken ->
                        log.error("dead letters of {} wait, because their container {}", batch.subscription(), broken));
        if (!worthTrying(left, tried)) {
            return false;
        }
        if (rule.isPresent()) {
            return drop(batch, names, ExportDropReason.STORAGE_UNAVAILABLE);
        }
        var begun = clock.instant();
        return write(batch, names, begun)
                || (timeIsUp(left, tried, begun) && drop(batch, names, ExportDropReason.STORAGE_UNAVAILABLE));
    }

    /**
     * Returns how long the storage of a batch has been unavailable since its letters were first appended. A batch is
     * due a window and the delay after its append; the difference of a wrong clock does not count.
     *
     * @param tried when its window was first tried
     */
    public Duration unavailable(UnsettledBatch part, Instant tried, Instant now) {
        var longestWait = windows.length().plus(windows.delay());
        var earliest = tried.minus(longestWait);
        var start = part.appended().isAfter(earliest) ? part.appended() : earliest;
        return part.unavailable()
                .plus(
                        ruleBrokenBy(part).isPresent()
                                ? Duration.between(start, now)
                                : backoff.unavailable(part.destination(), start, now));
    }

    /** A container of others has no backoff, because they may write to it. */
    private Optional<String> ruleBrokenBy(UnsettledBatch part) {
        var to = part.destination();
        return containers.brokenBy(
                to.account(), to.container(), part.key().subscription().topic());
    }

    private boolean timeIsUp(UnsettledBatch part, Instant tried, Instant now) {
        return dropAfter != null && unavailable(part, tried, now).compareTo(dropAfter) >= 0;
    }

    public void droppedAsTooLarge(BlobBatch batch, BlobNames names) {
        drop(batch, names, ExportDropReason.RECORD_TOO_LARGE);
    }

    public void appendedAgain(BlobBatch batch) {
        metrics.appendedAgain(batch.subscription(), batch.letters().size());
    }

    private boolean write(BlobBatch batch, BlobNames names, Instant begun) {
        var to = batch.destination();
        var store = stores.of(to.account());
        if (store.isEmpty()) {
            return leave(
                    to,
                    begun,
                    Duration.ZERO,
                    "no storage is set for this account: set " + BlobStores.SETTING + "." + to.account() + " or "
                            + BlobStores.SETTING);
        }
        return write(batch, names, store.get(), begun);
    }

    private boolean write(BlobBatch batch, BlobNames names, BlobStore store, Instant begun) {
        var to = batch.destination();
        var name = names.of(batch);
        var bytes = batch.bytes();
        return switch (store.write(to.container(), name, bytes)) {
            case Result.Written() -> {
                available(batch);
                tellWritten(batch, name);
                blobs.written(batch, names, store.url(to.container(), name), bytes.length);
                yield true;
            }
            case Result.ContainerMissing() -> {
                backoff.responded(to);
                conditions.available(to);
                drop(batch, names, ExportDropReason.CONTAINER_NOT_FOUND);
                yield true;
            }
            case Result.Unavailable(var reason) -> {
                backoff.leaveTimeToOthers(to, begun, clock.instant());
                yield leave(to, begun, Duration.ZERO, reason);
            }
            case Result.Rejected(var reason) ->
                leave(
                        to,
                        begun,
                        DestinationBackoff.LONGEST_REST,
                        store.location() + " refuses them, change its settings or permissions: " + reason);
        };
    }

    private void tellWritten(BlobBatch batch, String name) {
        for (var letter : batch.letters()) {
            about(letter, tracing.begin(Step.EXPORT, letter.trace(), letter.since()))
                    .setAttribute(Attribute.BLOB.key(), name)
                    .end();
            log.debug(
                    "event {} for {} is in {} of {}",
                    letter.eventId(),
                    letter.subscription(),
                    name,
                    batch.destination());
        }
    }

    private void tellDropped(BlobBatch batch, ExportDropReason reason) {
        for (var letter : batch.letters()) {
            about(letter, tracing.begin(Step.DROP, letter.trace()))
                    .setAttribute(Attribute.REASON.key(), reason.wireName())
                    .end();
        }
    }

    private static Span about(DeadLetter letter, Span span) {
        return span.setAttribute(Attribute.TOPIC.key(), letter.subscription().topic())
                .setAttribute(
                        Attribute.SUBSCRIPTION.key(), letter.subscription().name())
                .setAttribute(Attribute.EVENT_ID.key(), letter.eventId());
    }

    /** Begins a backoff of the destination; the batch stays unfinished. */
    private boolean leave(BlobContainer destination, Instant begun, Duration restAtLeast, String reason) {
        if (backoff.failed(destination, begun, clock.instant(), restAtLeast)) {
            log.error("dead letters for {} wait, because {}", destination, reason);
            conditions.unavailable(destination);
        }
        return false;
    }

    private void available(BlobBatch batch) {
        metrics.written(batch.subscription());
        conditions.available(batch.destination());
        for (var reason : ExportDropReason.values()) {
            logged.remove(new LoggedDrop(batch.subscription(), batch.destination(), reason));
        }
        if (backoff.responded(batch.destination())) {
            log.info("the storage of {} is available again", batch.destination());
        }
    }

    private boolean drop(BlobBatch batch, BlobNames names, ExportDropReason reason) {
        blobs.dropped(batch, names, reason);
        metrics.dropped(reason, batch.subscription(), batch.letters().size());
        tellDropped(batch, reason);
        if (logged.add(new LoggedDrop(batch.subscription(), batch.destination(), reason))) {
            log.warn(
                    "dead letters of {} for {} are dropped and counted, {}: {}",
                    batch.subscription(),
                    batch.destination(),
                    reason.wireName(),
                    reason.advice());
        }
        return true;
    }
}
