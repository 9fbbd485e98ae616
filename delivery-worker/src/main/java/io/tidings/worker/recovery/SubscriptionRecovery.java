package io.tidings.worker.recovery;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryTier;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.health.RecoveryProgress.State;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The recovery of one subscription: what is left to move, and whether it may be moved now.
 *
 * <pre>
 *   began ──> moving ── all tiers are swept ──> completed
 *              │  ^                                 │ began again
 *       failed │  │ pause is over and endpoint well v
 *              v  │                               moving
 *            stopped
 * </pre>
 *
 * <p>Confined to the poll thread.
 */
public final class SubscriptionRecovery {
    private final String uid;
    private final Map<RetryTier, TierSweep> sweeps = new EnumMap<>(RetryTier.class);
    private State state = State.COMPLETED;
    private Instant since;
    private ClockReading began;
    private long moved;
    private boolean endsUnknown;
    private boolean probes;
    /** The ends that a former owner knew; records appended later are not moved. */
    private Map<RetryTier, Long> inheritedEnds = Map.of();

    private Duration pause = Duration.ZERO;
    private @Nullable ClockReading lastMoving;
    private @Nullable Instant requested;

    /** @param uid of the subscription */
    public SubscriptionRecovery(String uid, ClockReading now) {
        this.uid = uid;
        this.since = now.wall();
        this.began = now;
    }

    /** Continues what a former owner has begun. */
    public static SubscriptionRecovery resumed(RecoveryProgress written, ClockReading now) {
        var recovery = new SubscriptionRecovery(written.uid(), now);
        recovery.state = written.state();
        recovery.since = written.since();
        recovery.moved = written.moved();
        recovery.requested = written.requested();
        recovery.endsUnknown = recovery.active();
        recovery.probes = recovery.moving() && written.requested() != null;
        recovery.inheritedEnds = written.ends();
        if (written.until() != null && now.wall().isBefore(written.until())) {
            recovery.pause = Duration.between(now.wall(), written.until());
        }
        return recovery;
    }

    public String uid() {
        return uid;
    }

    public boolean active() {
        return state != State.COMPLETED;
    }

    public boolean moving() {
        return state == State.MOVING;
    }

    public long moved() {
        return moved;
    }

    /** The time when the moving began or went on; only later requests show whether the endpoint is well. */
    public ClockReading began() {
        return began;
    }

    /**
     * Begins, or extends to what waits by now. The pause after a failure goes on.
     *
     * @param apart how long after the last one a recovery begins to move: an endpoint that was back and failed again
     *     must not use up the attempts of all that waits
     */
    public void begin(Duration apart, ClockReading now) {
        if (!active()) {
            since = now.wall();
            moved = 0;
            var left = lastMoving == null ? Duration.ZERO : apart.minus(now.since(lastMoving));
            if (left.isPositive()) {
                stop(left, now);
            } else {
                goOn(now);
            }
        }
        endsUnknown = true;
        inheritedEnds = Map.of();
    }

    /** Begins at the request of an operator, which also ends a pause. */
    public void request(Instant asked, ClockReading now) {
        begin(Duration.ZERO, now);
        goOn(now);
        requested = asked;
        probes = true;
    }

    /** Returns whether an operator's request was acted on before. */
    public boolean actedOn(Instant asked) {
        return asked.equals(requested);
    }

    /** Returns whether an operator has asked for it, so that a delivery may be moved as the probe. */
    public boolean probes() {
        return probes;
    }

    /** Returns whether the ends of the tiers must be asked for. */
    public boolean endsUnknown() {
        return active() && endsUnknown;
    }

    /** Puts what is left of a sweep. */
    public void sweep(RetryTier tier, TierSweep next) {
        if (next.complete()) {
            sweeps.remove(tier);
        } else {
            sweeps.put(tier, next);
        }
    }

    /** Returns where the sweep of a tier ends, now that the end of its log is known. */
    public long endOf(RetryTier tier, long logEnd) {
        return inheritedEnds.isEmpty() ? logEnd : Math.min(logEnd, inheritedEnds.getOrDefault(tier, 0L));
    }

    public void endsKnown() {
        endsUnknown = false;
        inheritedEnds = Map.of();
    }

    public @Nullable TierSweep sweep(RetryTier tier) {
        return sweeps.get(tier);
    }

    /** Returns the longest tier that is left: its deliveries have waited longest. */
    public Optional<RetryTier> nextTier() {
        RetryTier last = null;
        for (var tier : sweeps.keySet()) {
            last = tier;
        }
        return Optional.ofNullable(last);
    }

    public void moved(int deliveries) {
        moved += deliveries;
    }

    /** An attempt has failed since the moving began (B-RECOVER-1). */
    public void stop(Duration length, ClockReading now) {
        state = State.STOPPED;
        began = now;
        pause = length;
    }

    public boolean paused(ClockReading now) {
        return state == State.STOPPED && now.since(began).compareTo(pause) < 0;
    }

    public void goOn(ClockReading now) {
        state = State.MOVING;
        began = now;
        lastMoving = now;
        pause = Duration.ZERO;
    }

    /** Returns whether everything has been moved. */
    public boolean finished() {
        return moving() && !endsUnknown && sweeps.isEmpty();
    }

    public void complete() {
        state = State.COMPLETED;
        probes = false;
        sweeps.clear();
    }

    public RecoveryProgress progress(ClockReading now) {
        var ends = new EnumMap<RetryTier, Long>(RetryTier.class);
        sweeps.forEach((tier, sweep) -> ends.put(tier, sweep.end()));
        var until = state == State.STOPPED ? now.wall().plus(pause.minus(now.since(began))) : null;
        return new RecoveryProgress(uid, state, since, moved, until, requested, ends);
    }
}
