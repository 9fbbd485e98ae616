package io.tidings.worker.schedule;

import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The deliveries of one origin that are queued: their size, and the partition numbers whose reading they stop. */
final class Backpressure<D> {
    /** The time after its last delivery for which a queue still counts as a neighbour. */
    private static final long NEIGHBOURHOOD = Duration.ofMinutes(10).toNanos();

    private static final long BETWEEN_LOOKS = Duration.ofMillis(50).toNanos();

    private final PerSubscription limits;
    private final long maxBytes;
    private final Set<DeliveryQueue<D>> overfull = new LinkedHashSet<>();
    private final List<PartitionLoad<D>> loads = new ArrayList<>();
    private long bytes;
    private long limitedBytes;
    private boolean looked;
    private long lastLook;

    /** The two queues that a partition number's latest deliveries went to, and how many queues stop its reading. */
    private static final class PartitionLoad<D> {
        private int heldUp;
        private @Nullable DeliveryQueue<D> last;
        private long lastAt;
        private @Nullable DeliveryQueue<D> other;
        private long otherAt;

        void passed(DeliveryQueue<D> queue, long now) {
            if (queue != last) {
                other = last;
                otherAt = lastAt;
                last = queue;
            }
            lastAt = now;
        }

        boolean sharedBy(DeliveryQueue<D> queue, long now) {
            return last == queue
                    ? other != null && now - otherAt < NEIGHBOURHOOD
                    : last != null && now - lastAt < NEIGHBOURHOOD;
        }
    }

    Backpressure(PerSubscription limits, long maxBytes) {
        this.limits = limits;
        this.maxBytes = maxBytes;
    }

    void entered(DeliveryQueue<D> queue, int number, int size, long now) {
        bytes += size;
        limitedBytes += queue.subscription().limit() == null ? 0 : size;
        var load = load(number);
        load.passed(queue, now);
        if (queue.exceeds(limits) && !queue.heldUp().get(number)) {
            queue.heldUp().set(number);
            overfull.add(queue);
            load.heldUp++;
        }
    }

    private PartitionLoad<D> load(int number) {
        while (loads.size() <= number) {
            loads.add(new PartitionLoad<>());
        }
        return loads.get(number);
    }

    void left(DeliveryQueue<D> queue, long size) {
        bytes -= size;
        limitedBytes -= queue.subscription().limit() == null ? 0 : size;
        if (!queue.heldUp().isEmpty() && !queue.exceeds(limits)) {
            // A queue has more than one number where partitions were added.
            queue.heldUp().stream().forEach(number -> loads.get(number).heldUp--);
            queue.heldUp().clear();
            overfull.remove(queue);
        }
    }

    List<DeliveryQueue<D>> overfull() {
        return overfull.isEmpty() ? List.of() : List.copyOf(overfull);
    }

    boolean exceeds(DeliveryQueue<D> queue) {
        return queue.exceeds(limits);
    }

    boolean heldUp(int number) {
        return number < loads.size() && loads.get(number).heldUp > 0;
    }

    /** Returns whether another queue got deliveries lately from a partition number that this queue stops. */
    boolean hasNeighbours(DeliveryQueue<D> queue, long now) {
        return queue.heldUp().stream().anyMatch(number -> loads.get(number).sharedBy(queue, now));
    }

    /** Called when the subscription of a queue gets its first limit, or loses its last. */
    void limited(DeliveryQueue<D> queue, boolean now) {
        limitedBytes += now ? queue.bytes() : -queue.bytes();
    }

    /** The part of the bytes that belongs to subscriptions with limits. */
    long limitedBytes() {
        return limitedBytes;
    }

    long maxBytes() {
        return maxBytes;
    }

    boolean full() {
        return bytes >= maxBytes;
    }

    /** Begins a look for queues that fill the memory; returns false if none is due. */
    boolean beginLook(long now) {
        boolean due = full() && (!looked || now - lastLook >= BETWEEN_LOOKS);
        if (due) {
            looked = true;
            lastLook = now;
        }
        return due;
    }

    /** Returns whether no partition is paused. */
    boolean calm() {
        return overfull.isEmpty() && !full();
    }

    long bytes() {
        return bytes;
    }
}
