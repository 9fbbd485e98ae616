package io.tidings.export;

import io.tidings.contract.SubscriptionKey;
import io.tidings.export.blob.BlobStore;
import io.tidings.export.blob.BlobStore.Result;
import io.tidings.export.blob.Storages;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.window.Destination;
import io.tidings.export.window.Part;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Span;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes parts to their containers and decides what becomes of those that cannot be written (B-DLQ-5).
 *
 * <p>A destination that is unavailable is left alone for a while; the others are not concerned, nor are those of other
 * accounts when one answers late. Confined to the poll thread.
 */
final class BlobWriter {
    private static final Logger log = LoggerFactory.getLogger(BlobWriter.class);
    private static final Duration FIRST_REST = Duration.ofMillis(500);
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private final Storages storages;
    private final @Nullable Duration dropAfter;
    private final BlobNotices notices;
    private final ExporterMetrics metrics;
    private final InstantSource clock;
    private final Tracing tracing;
    private final Map<Destination, Rest> resting = new HashMap<>();
    private final Map<String, Instant> slowAccounts = new HashMap<>();
    private final Set<Told> told = new HashSet<>();

    /** A destination is not tried again before this. */
    private record Rest(Instant until, Duration length) {}

    /** What is logged once, however many dead letters it concerns. */
    private record Told(SubscriptionKey subscription, Destination destination, DropReason reason) {}

    /** @param dropAfter how old a part may become that cannot be written; null for ever */
    BlobWriter(
            Storages storages,
            @Nullable Duration dropAfter,
            BlobNotices notices,
            ExporterMetrics metrics,
            InstantSource clock,
            Tracing tracing) {
        this.storages = storages;
        this.dropAfter = dropAfter;
        this.notices = notices;
        this.metrics = metrics;
        this.clock = clock;
        this.tracing = tracing;
    }

    /** Whether settling a part that was left would do anything now. */
    boolean worthTrying(Destination destination, Instant since) {
        var now = clock.instant();
        return !rests(destination, now) || expired(since, now);
    }

    /**
     * Writes or drops a part.
     *
     * @param name of its blob
     * @return whether it is done with; else it is left for later
     */
    boolean settle(Part part, String name) {
        return (!rests(part.destination(), clock.instant()) && written(part, name)) || droppedIfTooOld(part);
    }

    /** Gives up a part that was tried for long enough. */
    boolean droppedIfTooOld(Part part) {
        return expired(part.since(), clock.instant()) && dropped(part, DropReason.STORAGE_UNAVAILABLE);
    }

    /** One that is too large for its topic cannot be appended again. */
    void droppedAsTooLarge(Part part) {
        dropped(part, DropReason.RECORD_TOO_LARGE);
    }

    /** Counts what will be seen again. */
    void appendedAgain(Part part) {
        metrics.appendedAgain(part.subscription(), part.letters().size());
    }

    private boolean written(Part part, String name) {
        var store = storages.of(part.destination().account());
        if (store.isEmpty()) {
            return rest(
                    part.destination(),
                    Duration.ZERO,
                    "no storage is set for this account: set " + Storages.SETTING + "."
                            + part.destination().account() + " or " + Storages.SETTING);
        }
        return written(part, name, store.get());
    }

    private boolean written(Part part, String name, BlobStore store) {
        var to = part.destination();
        var bytes = part.bytes();
        var begun = clock.instant();
        return switch (store.write(to.container(), name, bytes)) {
            case Result.Written() -> {
                available(part);
                tellWritten(part, name);
                notices.created(to.container(), name, store.url(to.container(), name), bytes.length);
                yield true;
            }
            case Result.ContainerMissing() -> {
                resting.remove(to);
                dropped(part, DropReason.CONTAINER_NOT_FOUND);
                yield true;
            }
            case Result.Unavailable(var reason) -> {
                leaveTimeToOthers(to.account(), Duration.between(begun, clock.instant()));
                yield rest(to, Duration.ZERO, reason);
            }
            case Result.Refused(var reason) ->
                rest(
                        to,
                        LONGEST_REST,
                        store.location() + " refuses them, change its settings or permissions: " + reason);
        };
    }

    private void tellWritten(Part part, String name) {
        for (var letter : part.letters()) {
            about(letter, tracing.begin(Step.EXPORT, letter.trace(), letter.since()))
                    .with(Attribute.BLOB, name)
                    .end();
        }
    }

    private void tellDropped(Part part, DropReason reason) {
        for (var letter : part.letters()) {
            about(letter, tracing.begin(Step.DROP, letter.trace()))
                    .with(Attribute.REASON, reason.word())
                    .end();
        }
    }

    private static Span about(DeadLetter letter, Span span) {
        return span.with(Attribute.TOPIC, letter.subscription().topic())
                .with(Attribute.SUBSCRIPTION, letter.subscription().name())
                .with(Attribute.EVENT_ID, letter.eventId());
    }

    /** An account that takes long to fail, in whatever container, would have the others wait most of the time. */
    private void leaveTimeToOthers(String account, Duration took) {
        slowAccounts.put(account, clock.instant().plus(took.multipliedBy(3)));
    }

    private boolean rests(Destination destination, Instant now) {
        var rest = resting.get(destination);
        return (rest != null && now.isBefore(rest.until()))
                || now.isBefore(slowAccounts.getOrDefault(destination.account(), Instant.MIN));
    }

    private boolean expired(Instant since, Instant now) {
        return dropAfter != null && !now.isBefore(since.plus(dropAfter));
    }

    /** Leaves a destination alone, longer and longer. */
    private boolean rest(Destination destination, Duration atLeast, String reason) {
        var before = resting.get(destination);
        if (before == null) {
            log.error("dead letters for {} wait, because {}", destination, reason);
        }
        var usual = before == null ? FIRST_REST : shorter(before.length().multipliedBy(2), LONGEST_REST);
        var length = usual.compareTo(atLeast) > 0 ? usual : atLeast;
        resting.put(destination, new Rest(clock.instant().plus(length), length));
        return false;
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private void available(Part part) {
        metrics.written(part.subscription());
        for (var reason : DropReason.values()) {
            told.remove(new Told(part.subscription(), part.destination(), reason));
        }
        if (resting.remove(part.destination()) != null) {
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
                    reason.word(),
                    reason.advice());
        }
        return true;
    }
}
