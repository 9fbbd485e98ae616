package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deliveries that paused subscriptions hold, and what is told of them (B-PAUSE). Confined to the poll thread. */
final class HeldDeliveries {
    private static final Logger log = LoggerFactory.getLogger(HeldDeliveries.class);

    private final HoldLimits limits;
    private final Map<Lane, OfLane> lanes = new HashMap<>();

    private static final class OfLane {
        private final HeldVolume volume = new HeldVolume();
        private boolean tells;
        private @Nullable HoldUse told;
        private double used;
    }

    /** How much of what it may hold a lane uses, if that is told anew. */
    record Change(@Nullable HoldUse use) {}

    HeldDeliveries(HoldLimits limits) {
        this.limits = limits;
    }

    /** Returns whether an event has been held for so long that it expires. */
    boolean tooLong(PolledDelivery polled, SubscriptionEntry entry, Instant now) {
        return limits.longest()
                        .compareTo(
                                entry.pauses().within(polled.delivery().event().published(), now))
                < 0;
    }

    /** Returns whether a delivery is one of the oldest of a lane that holds too much. */
    boolean tooMuch(PolledDelivery polled, SubscriptionEntry entry, Instant now) {
        var held = lanes.get(polled.lane());
        if (held == null) {
            return false;
        }
        held.volume.passed(now);
        return held.volume.exceeds(polled.delivery().event().published(), polled.bytes(), most(entry));
    }

    private long most(SubscriptionEntry entry) {
        return Math.max(1, limits.bytes() / entry.subscription().extensions().lanes());
    }

    /** @param wait until it is looked at again */
    Optional<Change> put(PolledDelivery polled, SubscriptionEntry entry, Duration wait, Instant now) {
        var held = lanes.computeIfAbsent(polled.lane(), _ -> new OfLane());
        held.volume.passed(now);
        held.volume.put(polled.delivery().event().published(), polled.bytes(), now.plus(wait));
        return told(polled.lane(), held, entry, now);
    }

    private Optional<Change> told(Lane lane, OfLane held, SubscriptionEntry entry, Instant now) {
        double ofTime = entry.pauses()
                .since()
                .map(since -> share(
                        Duration.between(since, now).toMillis(),
                        limits.longest().toMillis()))
                .orElse(0.0);
        held.used = Math.max(ofTime, share(held.volume.bytes(), most(entry)));
        var use = HoldUse.of(held.used);
        if (held.tells && use == held.told) {
            return Optional.empty();
        }
        held.tells = true; // at first also that little is held, because the record may tell of another pause
        held.told = use;
        if (use != null) {
            log.warn(
                    "{} is paused since {} and holds {} bytes: {} of hold.max or hold.max.bytes is used{}",
                    lane,
                    entry.pauses().since().orElse(now),
                    held.volume.bytes(),
                    use == HoldUse.HALF ? "half" : "all",
                    use == HoldUse.HALF ? "; then the oldest events expire" : "; the oldest events expire");
        }
        return Optional.of(new Change(use));
    }

    private static double share(long part, long whole) {
        return (double) part / whole;
    }

    /** Returns the largest part that a lane uses of what it may hold. */
    double used() {
        return lanes.values().stream().mapToDouble(each -> each.used).max().orElse(0);
    }

    /** @param holding the present subscription of a lane, if it is paused and holds what waits */
    void forgetEnded(Function<Lane, Optional<SubscriptionEntry>> holding, ClockReading now) {
        lanes.keySet().removeIf(lane -> holding.apply(lane).isEmpty());
        lanes.values().forEach(each -> each.volume.passed(now.wall()));
    }

    void clear() {
        lanes.clear();
    }
}
