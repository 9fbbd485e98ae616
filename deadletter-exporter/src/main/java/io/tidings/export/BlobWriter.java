package io.tidings.export;

import io.tidings.export.blob.BlobStore;
import io.tidings.export.blob.BlobStore.Result;
import io.tidings.export.blob.Storages;
import io.tidings.export.window.BlobNames;
import io.tidings.export.window.Destination;
import io.tidings.export.window.Part;
import java.time.Duration;
import java.time.Instant;
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
 * <p>A destination that is unavailable is left alone for a while; the others are not concerned. Confined to the poll
 * thread.
 */
final class BlobWriter {
    private static final Logger log = LoggerFactory.getLogger(BlobWriter.class);
    private static final Duration FIRST_REST = Duration.ofMillis(500);
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private final Storages storages;
    private final @Nullable Duration dropAfter;
    private final ExporterMetrics metrics;
    private final Map<Destination, Rest> resting = new HashMap<>();
    private final Set<Destination> missing = new HashSet<>();

    /** A destination is not tried again before this. */
    private record Rest(Instant until, Duration length) {
        Rest next(Instant now) {
            var longer = length.multipliedBy(2);
            var next = longer.compareTo(LONGEST_REST) < 0 ? longer : LONGEST_REST;
            return new Rest(now.plus(next), next);
        }
    }

    /** @param dropAfter how long a part is tried; null for ever */
    BlobWriter(Storages storages, @Nullable Duration dropAfter, ExporterMetrics metrics) {
        this.storages = storages;
        this.dropAfter = dropAfter;
        this.metrics = metrics;
    }

    /** Whether settling a part that was left would do anything now. */
    boolean worthTrying(Destination destination, Instant since, Instant now) {
        return !rests(destination, now) || expired(since, now);
    }

    /**
     * Writes or drops a part.
     *
     * @param since when it was tried first
     * @return whether it is done with; else it is left for later
     */
    boolean settle(Part part, BlobNames names, Instant since, Instant now) {
        var destination = part.destination();
        var store = storages.of(destination.account());
        if (store.isEmpty()) {
            warnOnce(
                    destination,
                    "no storage is set for this account: set " + Storages.SETTING + "." + destination.account() + " or "
                            + Storages.SETTING);
            return dropped(part, DropReason.CONTAINER_NOT_FOUND);
        }
        if (rests(destination, now)) {
            return expired(since, now) && dropped(part, DropReason.STORAGE_UNAVAILABLE);
        }
        return settle(part, names, store.get(), since, now);
    }

    private boolean settle(Part part, BlobNames names, BlobStore store, Instant since, Instant now) {
        var destination = part.destination();
        return switch (store.write(destination.container(), names.of(part), part.bytes())) {
            case Result.Written() -> {
                available(destination);
                metrics.written(part.first().subscription());
                yield true;
            }
            case Result.ContainerMissing() -> {
                warnOnce(
                        destination,
                        "there is no such container in " + store.location()
                                + ": create it, or set deadletter.create.containers");
                yield dropped(part, DropReason.CONTAINER_NOT_FOUND);
            }
            case Result.Unavailable(var reason) -> {
                rest(destination, reason, now);
                yield expired(since, now) && dropped(part, DropReason.STORAGE_UNAVAILABLE);
            }
        };
    }

    private boolean rests(Destination destination, Instant now) {
        var rest = resting.get(destination);
        return rest != null && now.isBefore(rest.until());
    }

    private boolean expired(Instant since, Instant now) {
        return dropAfter != null && !now.isBefore(since.plus(dropAfter));
    }

    private void rest(Destination destination, String reason, Instant now) {
        var before = resting.get(destination);
        if (before == null) {
            log.warn("dead letters for {} wait, because their storage is unavailable: {}", destination, reason);
        }
        resting.put(destination, before == null ? new Rest(now.plus(FIRST_REST), FIRST_REST) : before.next(now));
    }

    private void available(Destination destination) {
        missing.remove(destination);
        if (resting.remove(destination) != null) {
            log.info("the storage of {} is available again", destination);
        }
    }

    private boolean dropped(Part part, DropReason reason) {
        metrics.dropped(reason, part.first().subscription(), part.letters().size());
        log.debug(
                "dropped {} dead letters of {}: {}",
                part.letters().size(),
                part.first().subscription(),
                reason.word());
        return true;
    }

    private void warnOnce(Destination destination, String sentence) {
        if (missing.add(destination)) {
            log.warn("dead letters for {} are dropped, because {}", destination, sentence);
        }
    }
}
