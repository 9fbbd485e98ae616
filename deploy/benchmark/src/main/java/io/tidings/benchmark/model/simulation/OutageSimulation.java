package io.tidings.benchmark.model.simulation;

import io.tidings.contract.Durations;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Steps of one second, and cohorts instead of single deliveries. Jitter is left out, as are bounds of memory and
 * deferrals for overload: what cannot be sent at once waits in order.
 *
 * <pre>
 *  published ──> due ──> sent
 *                 │ ▲
 *      deferred,  ▼ │ wait is over, or moved forward
 *      failed    tiers ─┐
 *                 ▲     │ hop
 *                 └─────┘
 * </pre>
 */
public final class OutageSimulation {
    private static final Duration FIRST_PROBATION = Duration.ofSeconds(10);
    private static final Duration LONGEST_PROBATION = Duration.ofHours(4);

    /** The least wait after a 503 (B-RETRY-2). */
    private static final Duration FLOOR = Duration.ofSeconds(30);

    /** The deferral of what comes due while a probe is out and has no room in memory (B-PROB-3). */
    private static final int BESIDE_A_PROBE = 10;

    private static final int LONGEST = Math.toIntExact(Duration.ofDays(2).toSeconds());

    private final Outage outage;
    private final TierQueues tiers = new TierQueues();
    private final Deque<Cohort> due = new ArrayDeque<>();
    private final List<Moment> moments = new ArrayList<>();
    private Duration probation = FIRST_PROBATION;
    private int probeAt;
    private int firstSuccess = LONGEST;
    private double work;

    private OutageSimulation(Outage outage) {
        this.outage = outage;
    }

    public static OutageCourse of(Outage outage) {
        return new OutageSimulation(outage).run();
    }

    private OutageCourse run() {
        int back = Math.toIntExact(outage.length().toSeconds());
        for (int now = 0; now < LONGEST; now++) {
            moments.add(step(now, now < back));
            if (now >= back && moments.getLast().pending() < 1) {
                return new OutageCourse(outage, firstSuccess, moments);
            }
        }
        throw new IllegalStateException("nothing was caught up with after " + LONGEST + " s: " + outage);
    }

    private Moment step(int now, boolean down) {
        work = outage.workPerSecond();
        tiers.advance(now, 0, due);
        due.addLast(Cohort.published(outage.perSecond(), now));
        if (!down && outage.recovery() == CatchUp.RETRY_NOW) {
            probeAt = Math.min(probeAt, now);
        }
        double sent = 0;
        double written;
        if (down) {
            written = outage.recovery().probation() ? probe(now) : fail(now);
        } else if (now < probeAt) {
            written = defer(now);
        } else {
            written = recover(now);
            sent = send();
        }
        double hops = tiers.advance(now, work, due);
        return new Moment(now, pending(), written + hops, sent, tiers.stored());
    }

    /** The first success, which may move what waits in the tiers. */
    private double recover(int now) {
        if (firstSuccess < LONGEST) {
            return 0;
        }
        firstSuccess = now;
        var surplus = outage.recovery().probation() ? surplus() : List.<Cohort>of();
        if (outage.recovery().movesForward()) {
            tiers.moveForward(due);
        }
        return append(surplus, now + BESIDE_A_PROBE, now);
    }

    /** A failed probe begins the next probation; all else is deferred to its end. */
    private double probe(int now) {
        double beside = 0;
        if (now >= probeAt) {
            beside = append(surplus(), now + BESIDE_A_PROBE, now);
            probeAt = now + Math.toIntExact(probation.toSeconds());
            probation = Durations.min(probation.multipliedBy(2), LONGEST_PROBATION);
        }
        return beside + defer(now);
    }

    /** Takes what is due and has no room in memory while a probe is out. */
    private List<Cohort> surplus() {
        var surplus = new ArrayList<Cohort>();
        double most = dueNow() - outage.queued();
        while (most > 0 && work > 0) {
            var cohort = taken(Math.min(most, work));
            surplus.add(cohort);
            most -= cohort.deliveries();
        }
        return surplus;
    }

    private double append(List<Cohort> cohorts, int until, int now) {
        cohorts.forEach(cohort -> tiers.append(cohort.deferredTo(until), now));
        return cohorts.stream().mapToDouble(Cohort::deliveries).sum();
    }

    private double defer(int now) {
        double deferred = 0;
        while (!due.isEmpty() && work > 0) {
            var cohort = taken(work);
            tiers.append(cohort.deferredTo(probeAt), now);
            deferred += cohort.deliveries();
        }
        return deferred;
    }

    private double fail(int now) {
        double failed = 0;
        while (!due.isEmpty() && work > 0) {
            var cohort = taken(work);
            var wait = Durations.max(TierQueues.LADDER.step(cohort.attempts() + 1), FLOOR);
            tiers.append(cohort.failed(now + Math.toIntExact(wait.toSeconds())), now);
            failed += cohort.deliveries();
        }
        return failed;
    }

    private double send() {
        double sent = 0;
        while (!due.isEmpty() && work > 0 && sent < outage.acceptedPerSecond()) {
            sent += taken(Math.min(work, outage.acceptedPerSecond() - sent)).deliveries();
        }
        return sent;
    }

    /** Takes the first cohort that is due, or the part of it for which there is work left. */
    private Cohort taken(double most) {
        var first = due.removeFirst();
        double part = Math.min(first.deliveries(), most);
        if (part < first.deliveries()) {
            due.addFirst(first.with(first.deliveries() - part));
        }
        work -= part;
        return first.with(part);
    }

    private double pending() {
        return tiers.waiting() + dueNow();
    }

    private double dueNow() {
        return due.stream().mapToDouble(Cohort::deliveries).sum();
    }
}
