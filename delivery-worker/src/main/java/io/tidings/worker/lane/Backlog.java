package io.tidings.worker.lane;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What waits of one origin in all lanes: how much it is, and which partition numbers it holds up. */
final class Backlog<D> {
    /** For so long somebody is a neighbour after his last delivery. */
    private static final long NEIGHBOURHOOD = Duration.ofMinutes(10).toNanos();

    private static final long BETWEEN_LOOKS = Duration.ofMillis(50).toNanos();

    private final LaneBounds bounds;
    private final long maxBytes;
    private final Set<Line<D>> overfull = new LinkedHashSet<>();
    private final List<Road<D>> roads = new ArrayList<>();
    private long bytes;
    private boolean looked;
    private long lastLook;

    /** One partition number: whose deliveries came from it last, and how many lines hold it up. */
    private static final class Road<D> {
        private int heldUp;
        private @Nullable Line<D> last;
        private long lastAt;
        private @Nullable Line<D> other;
        private long otherAt;

        void passed(Line<D> line, long now) {
            if (line != last) {
                other = last;
                otherAt = lastAt;
                last = line;
            }
            lastAt = now;
        }

        boolean sharedBy(Line<D> line, long now) {
            return last == line
                    ? other != null && now - otherAt < NEIGHBOURHOOD
                    : last != null && now - lastAt < NEIGHBOURHOOD;
        }
    }

    Backlog(LaneBounds bounds, long maxBytes) {
        this.bounds = bounds;
        this.maxBytes = maxBytes;
    }

    void entered(Line<D> line, int number, int size, long now) {
        bytes += size;
        var road = road(number);
        road.passed(line, now);
        if (line.exceeds(bounds) && !line.heldUp().get(number)) {
            line.heldUp().set(number);
            overfull.add(line);
            road.heldUp++;
        }
    }

    private Road<D> road(int number) {
        while (roads.size() <= number) {
            roads.add(new Road<>());
        }
        return roads.get(number);
    }

    void left(Line<D> line, long size) {
        bytes -= size;
        if (!line.heldUp().isEmpty() && !line.exceeds(bounds)) {
            // More than one number: partitions may be added, and then a subscription's deliveries come from two.
            line.heldUp().stream().forEach(number -> roads.get(number).heldUp--);
            line.heldUp().clear();
            overfull.remove(line);
        }
    }

    /** The lines that hold up their partition numbers. */
    List<Line<D>> overfull() {
        return overfull.isEmpty() ? List.of() : List.copyOf(overfull);
    }

    boolean exceeds(Line<D> line) {
        return line.exceeds(bounds);
    }

    boolean heldUp(int number) {
        return number < roads.size() && roads.get(number).heldUp > 0;
    }

    /** Whether others are held up as well, for whom something was read from the same partition number lately. */
    boolean hasNeighbours(Line<D> line, long now) {
        return line.heldUp().stream().anyMatch(number -> roads.get(number).sharedBy(line, now));
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
