package io.tidings.worker.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What waits of one origin in all lanes: how much it is, and which partition numbers it holds up. */
final class Backpressure<D> {
    /** For so long somebody is a neighbour after his last delivery. */
    private static final long NEIGHBOURHOOD = Duration.ofMinutes(10).toNanos();

    private static final long BETWEEN_LOOKS = Duration.ofMillis(50).toNanos();

    private final QueueLimits limits;
    private final long maxBytes;
    private final Set<DeliveryQueue<D>> overfull = new LinkedHashSet<>();
    private final List<PartitionLoad<D>> roads = new ArrayList<>();
    private long bytes;
    private boolean looked;
    private long lastLook;

    /** One partition number: whose queue came from it last, and how many lines hold it up. */
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

    Backpressure(QueueLimits limits, long maxBytes) {
        this.limits = limits;
        this.maxBytes = maxBytes;
    }

    void entered(DeliveryQueue<D> queue, int number, int size, long now) {
        bytes += size;
        var road = road(number);
        road.passed(queue, now);
        if (queue.exceeds(limits) && !queue.heldUp().get(number)) {
            queue.heldUp().set(number);
            overfull.add(queue);
            road.heldUp++;
        }
    }

    private PartitionLoad<D> road(int number) {
        while (roads.size() <= number) {
            roads.add(new PartitionLoad<>());
        }
        return roads.get(number);
    }

    void left(DeliveryQueue<D> queue, long size) {
        bytes -= size;
        if (!queue.heldUp().isEmpty() && !queue.exceeds(limits)) {
            // More than one number: partitions may be added, and then a subscription's queue come from two.
            queue.heldUp().stream().forEach(number -> roads.get(number).heldUp--);
            queue.heldUp().clear();
            overfull.remove(queue);
        }
    }

    /** The lines that hold up their partition numbers. */
    List<DeliveryQueue<D>> overfull() {
        return overfull.isEmpty() ? List.of() : List.copyOf(overfull);
    }

    boolean exceeds(DeliveryQueue<D> queue) {
        return queue.exceeds(limits);
    }

    boolean heldUp(int number) {
        return number < roads.size() && roads.get(number).heldUp > 0;
    }

    /** Whether others are held up as well, for whom something was read from the same partition number lately. */
    boolean hasNeighbours(DeliveryQueue<D> queue, long now) {
        return queue.heldUp().stream().anyMatch(number -> roads.get(number).sharedBy(queue, now));
    }

    boolean full() {
        return bytes >= maxBytes;
    }

    /** Whether it is time to look through all lanes for what has to give way. */
    boolean lookDue(long now) {
        boolean due = full() && (!looked || now - lastLook >= BETWEEN_LOOKS);
        if (due) {
            looked = true;
            lastLook = now;
        }
        return due;
    }

    /** Whether it holds up nobody. */
    boolean calm() {
        return overfull.isEmpty() && !full();
    }

    long bytes() {
        return bytes;
    }
}
