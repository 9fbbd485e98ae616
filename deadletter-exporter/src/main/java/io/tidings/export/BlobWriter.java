package io.tidings.export;

import io.tidings.contract.SubscriptionKey;
import io.tidings.export.blob.BlobStore;
import io.tidings.export.blob.BlobStore.Result;
import io.tidings.export.blob.Storages;
import io.tidings.export.outage.Outages;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.window.Destination;
import io.tidings.export.window.Part;
import io.tidings.export.window.PartitionProgress.UnsettledPart;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Span;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes parts to their containers and decides what becomes of those that cannot be written (B-DLQ-5).
 *
 * <p>Confined to the poll thread.
 */
final class BlobWriter {
    private static final Logger log = LoggerFactory.getLogger(BlobWriter.class);

    private final Storages storages;
    private final ExporterConfig.Export export;
    private final BlobNotices notices;
    private final ExporterMetrics metrics;
    private final InstantSource clock;
    private final Tracing tracing;
    private final Outages outages = new Outages();
    private final Set<Told> told = new HashSet<>();

    /** What is logged once, however many dead letters it concerns. */
    private record Told(SubscriptionKey subscription, Destination destination, DropReason reason) {}

    BlobWriter(
            Storages storages,
            ExporterConfig.Export export,
            BlobNotices notices,
            ExporterMetrics metrics,
            InstantSource clock,
            Tracing tracing) {
        this.storages = storages;
        this.export = export;
        this.notices = notices;
        this.metrics = metrics;
        this.clock = clock;
        this.tracing = tracing;
    }

    /**
     * Returns true if settling a part that was left would do something. A part whose time is up is tried once more without
     * a rest of its destination: no part is dropped that was not tried itself.
     *
     * @param tried when its window was tried first
     */
    boolean worthTrying(UnsettledPart part, Instant tried) {
        var now = clock.instant();
        return !outages.rests(part.destination(), now)
                || (!outages.slow(part.destination(), now) && timeIsUp(part, tried, now));
    }

    /**
     * Writes a part, or drops it if it cannot be written and its time is up.
     *
     * @param name of its blob
     * @param tried when its window was tried first
     * @return whether it is done with; else it is left for later
     */
    boolean settle(Part part, String name, Instant tried) {
        var left = UnsettledPart.of(part);
        if (!worthTrying(left, tried)) {
            return false;
        }
        var begun = clock.instant();
        return written(part, name, begun)
                || (timeIsUp(left, tried, begun) && dropped(part, DropReason.STORAGE_UNAVAILABLE));
    }

    /**
     * For how long the storage of a part has been asked in vain since the part was appended first.
     *
     * <p>A part is due a window and the delay after its append. The difference of a wrong clock is not counted.
     *
     * @param tried when its window was tried first
     */
    Duration unavailable(UnsettledPart part, Instant tried, Instant now) {
        var longestWait = export.windows().length().plus(export.windows().delay());
        var earliest = tried.minus(longestWait);
        var start = part.appended().isAfter(earliest) ? part.appended() : earliest;
        return part.unavailable().plus(outages.unavailable(part.destination(), start, now));
    }

    private boolean timeIsUp(UnsettledPart part, Instant tried, Instant now) {
        var dropAfter = export.dropAfter();
        return dropAfter != null && unavailable(part, tried, now).compareTo(dropAfter) >= 0;
    }

    /** One that is too large for its topic cannot be appended again. */
    void droppedAsTooLarge(Part part) {
        dropped(part, DropReason.RECORD_TOO_LARGE);
    }

    /** Counts what will be seen again. */
    void appendedAgain(Part part) {
        metrics.appendedAgain(part.subscription(), part.letters().size());
    }

    private boolean written(Part part, String name, Instant begun) {
        var to = part.destination();
        var store = storages.of(to.account());
        if (store.isEmpty()) {
            return left(
                    to,
                    begun,
                    Duration.ZERO,
                    "no storage is set for this account: set " + Storages.SETTING + "." + to.account() + " or "
                            + Storages.SETTING);
        }
        return written(part, name, store.get(), begun);
    }

    private boolean written(Part part, String name, BlobStore store, Instant begun) {
        var to = part.destination();
        var bytes = part.bytes();
        return switch (store.write(to.container(), name, bytes)) {
            case Result.Written() -> {
                available(part);
                tellWritten(part, name);
                notices.created(
                        part.subscription(), to.container(), name, store.url(to.container(), name), bytes.length);
                yield true;
            }
            case Result.ContainerMissing() -> {
                outages.responded(to);
                dropped(part, DropReason.CONTAINER_NOT_FOUND);
                yield true;
            }
            case Result.Unavailable(var reason) -> {
                outages.leaveTimeToOthers(to, begun, clock.instant());
                yield left(to, begun, Duration.ZERO, reason);
            }
            case Result.Refused(var reason) ->
                left(
                        to,
                        begun,
                        Outages.LONGEST_REST,
                        store.location() + " refuses them, change its settings or permissions: " + reason);
        };
    }

    private void tellWritten(Part part, String name) {
        for (var letter : part.letters()) {
            about(letter, tracing.begin(Step.EXPORT, letter.trace(), letter.since()))
                    .with(Attribute.BLOB, name)
                    .end();
            log.debug(
                    "event {} for {} is in {} of {}",
                    letter.eventId(),
                    letter.subscription(),
                    name,
                    part.destination());
        }
    }

    private void tellDropped(Part part, DropReason reason) {
        for (var letter : part.letters()) {
            about(letter, tracing.begin(Step.DROP, letter.trace()))
                    .with(Attribute.REASON, reason.wireName())
                    .end();
        }
    }

    private static Span about(DeadLetter letter, Span span) {
        return span.with(Attribute.TOPIC, letter.subscription().topic())
                .with(Attribute.SUBSCRIPTION, letter.subscription().name())
                .with(Attribute.EVENT_ID, letter.eventId());
    }

    /** Leaves for later the parts that their destination did not take. */
    private boolean left(Destination destination, Instant begun, Duration restAtLeast, String reason) {
        if (outages.failed(destination, begun, clock.instant(), restAtLeast)) {
            log.error("dead letters for {} wait, because {}", destination, reason);
        }
        return false;
    }

    private void available(Part part) {
        metrics.written(part.subscription());
        for (var reason : DropReason.values()) {
            told.remove(new Told(part.subscription(), part.destination(), reason));
        }
        if (outages.responded(part.destination())) {
            log.info("the storage of {} is available again", part.destination());
        }
    }

    private boolean dropped(Part part, DropReason reason) {
        metrics.dropped(reason, part.subscription(), part.letters().size());
        tellDropped(part, reason);
        if (told.add(new Told(part.subscription(), part.destination(), reason))) {
            log.warn(
                    "dead letters of {} for {} are dropped and counted, {}: {}",
                    part.subscription(),
                    part.destination(),
                    reason.wireName(),
                    reason.advice());
        }
        return true;
    }
}
