package io.tidings.worker.schedule;

import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What waits of one origin in all queues: how much it is, and which partition numbers it holds up. */
final class Backpressure<D> {
    /** For so long a queue is a neighbour after its last delivery. */
    private static final long NEIGHBOURHOOD = Duration.ofMinutes(10).toNanos();

    private static final long BETWEEN_LOOKS = Duration.ofMillis(50).toNanos();

    private final PerSubscription limits;
    private final long maxBytes;
    private final Set<DeliveryQueue<D>> overfull = new LinkedHashSet<>();
    private final List<PartitionLoad<D>> loads = new ArrayList<>();
    private long bytes;
    private boolean looked;
    private long lastLook;

    /** One partition number: the queues that were read from it last, and how many queues hold it up. */
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
        if (!queue.heldUp().isEmpty() && !queue.exceeds(limits)) {
            // More than one number: partitions may be added, and then a subscription's deliveries come from two.
            queue.heldUp().stream().forEach(number -> loads.get(number).heldUp--);
            queue.heldUp().clear();
            overfull.remove(queue);
        }
    }

    /** The queues that hold up their partition numbers. */
    List<DeliveryQueue<D>> overfull() {
        return overfull.isEmpty() ? List.of() : List.copyOf(overfull);
    }

    boolean exceeds(DeliveryQueue<D> queue) {
        return queue.exceeds(limits);
    }

    boolean heldUp(int number) {
        return number < loads.size() && loads.get(number).heldUp > 0;
    }

    /** Whether other queues are held up, for which something was read from the same partition number lately. */
    boolean hasNeighbours(DeliveryQueue<D> queue, long now) {
        return queue.heldUp().stream().anyMatch(number -> loads.get(number).sharedBy(queue, now));
    }

    boolean full() {
        return bytes >= maxBytes;
    }

    /** Whether it is time to look through all queues for what has to give way. */
    boolean lookDue(long now) {
        boolean due = full() && (!looked || now - lastLook >= BETWEEN_LOOKS);
        if (due) {
            looked = true;
            lastLook = now;
        }
        return due;
    }

    /** Whether it holds up no partition. */
    boolean calm() {
        return overfull.isEmpty() && !full();
    }

    long bytes() {
        return bytes;
    }
}
