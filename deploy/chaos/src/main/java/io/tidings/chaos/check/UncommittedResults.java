package io.tidings.chaos.check;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The times that results of one subscription waited for their commit.
 *
 * <p>A kept result waited until the broker appended its line, and its owner sent meanwhile. A lost result waited until
 * its
 * attempt was made again; only other lost results are certain to be of the same owner, while no worker came or went.
 */
final class UncommittedResults {
    private record Wait(Instant ended, Instant until) {}

    private final Duration patience;
    private final NavigableMap<Instant, Wait> kept;
    private final NavigableMap<Instant, Wait> lost;
    private final NavigableSet<Instant> changesOfOwner;
    private final List<Disturbance> formerReleases;

    private UncommittedResults(
            Duration patience,
            NavigableMap<Instant, Wait> kept,
            NavigableMap<Instant, Wait> lost,
            NavigableSet<Instant> changesOfOwner,
            List<Disturbance> formerReleases) {
        this.patience = patience;
        this.kept = kept;
        this.lost = lost;
        this.changesOfOwner = changesOfOwner;
        this.formerReleases = formerReleases;
    }

    /** @param histories of one subscription */
    public static UncommittedResults of(
            Collection<DeliveryHistory> histories, List<Disturbance> disturbances, CheckLimits limits) {
        var kept = new ArrayList<Wait>();
        var lost = new ArrayList<Wait>();
        for (var delivery : histories) {
            delivery.attempts().stream().filter(UncommittedResults::isResult).forEach(each -> kept.add(wait(each)));
            lost.addAll(lost(delivery));
        }
        var changes = changesOfOwner(disturbances);
        var formerReleases = disturbances.stream()
                .filter(each -> each.reach() == Reach.FORMER_RELEASE)
                .toList();
        return new UncommittedResults(
                limits.commitPatience().plus(limits.slack()),
                latest(kept, new TreeSet<>()),
                latest(lost, changes),
                changes,
                formerReleases);
    }

    /** Workers come and go at the ends of a disturbance; a session is lost in one that lasts longer than sessions. */
    private static NavigableSet<Instant> changesOfOwner(List<Disturbance> disturbances) {
        var changes = new TreeSet<Instant>();
        for (var each : disturbances) {
            var sessionEnds = each.from().plus(CheckLimits.SESSION);
            if (each.reach() == Reach.OWNERS) {
                changes.add(each.from());
                changes.add(each.until());
            } else if (each.reach() == Reach.RESULTS && sessionEnds.isBefore(each.until())) {
                changes.add(sessionEnds);
                changes.add(each.until());
            }
        }
        return changes;
    }

    private static boolean isResult(CommittedAttempt attempt) {
        return attempt.status() != EndpointRequest.NO_ANSWER
                && (attempt.ending() == Ending.DELIVERED || attempt.ending().moves());
    }

    private static Wait wait(CommittedAttempt attempt) {
        return new Wait(attempt.ended(), attempt.appended());
    }

    /** Finds requests without a line that were made again with the same number. */
    private static List<Wait> lost(DeliveryHistory delivery) {
        var lost = new ArrayList<Wait>();
        var requests = delivery.requests();
        for (int i = 0; i < requests.size(); i++) {
            var request = requests.get(i);
            requests.subList(i + 1, requests.size()).stream()
                    .filter(each -> each.before() == request.before())
                    .findFirst()
                    .filter(again -> request.status() != EndpointRequest.NO_ANSWER && !told(delivery, request, again))
                    .ifPresent(again -> lost.add(new Wait(request.answered(), again.arrived())));
        }
        return lost;
    }

    private static boolean told(DeliveryHistory delivery, EndpointRequest request, EndpointRequest again) {
        return delivery.attempts().stream()
                .anyMatch(each ->
                        each.number() == request.before() + 1 && each.ended().isBefore(again.arrived()));
    }

    /** For each end the longest wait of all results that had ended by then, with the same owner. */
    private static NavigableMap<Instant, Wait> latest(List<Wait> waits, NavigableSet<Instant> changes) {
        var latest = new TreeMap<Instant, Wait>();
        waits.sort(Comparator.comparing(Wait::ended));
        for (var wait : waits) {
            var before = latest.lastEntry();
            boolean longer = before != null
                    && before.getValue().until().isAfter(wait.until())
                    && sameOwner(changes, before.getKey(), wait.ended());
            latest.put(wait.ended(), longer ? before.getValue() : wait);
        }
        return latest;
    }

    private static boolean sameOwner(NavigableSet<Instant> changes, Instant from, Instant to) {
        var next = changes.ceiling(from);
        return next == null || next.isAfter(to);
    }

    /**
     * The end of a result that was too old and not committed when this request arrived.
     *
     * @param inVain whether the result of the request itself was lost
     */
    public Optional<Instant> oldest(EndpointRequest request, boolean inVain) {
        if (formerReleases.stream().anyMatch(each -> during(each, request.arrived()))) {
            return Optional.empty(); // the first release sends on while nothing can be committed
        }
        var kept = tooOld(this.kept, request.arrived());
        return kept.isPresent() || !inVain
                ? kept
                : tooOld(lost, request.arrived()).filter(ended -> sameOwner(changesOfOwner, ended, request.arrived()));
    }

    private static boolean during(Disturbance disturbance, Instant moment) {
        return !moment.isBefore(disturbance.from()) && !moment.isAfter(disturbance.until());
    }

    private Optional<Instant> tooOld(NavigableMap<Instant, Wait> waits, Instant arrived) {
        return Optional.ofNullable(waits.lowerEntry(arrived.minus(patience)))
                .filter(entry -> entry.getValue().until().isAfter(arrived))
                .map(entry -> entry.getValue().ended());
    }
}
