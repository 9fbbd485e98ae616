package io.tidings.topology.begun;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The careful reading of a partition whose last process did not end in order: whatever is begun is noted before, so that the next
 * process knows what this one had in hand if it does not end in order either.
 *
 * <p>What ends the process is most probably among the first offsets that are not committed. So each of these is noted
 * alone, and later ones in stretches that become longer; a stretch that did not end is begun again offset by offset. An
 * offset that was begun alone twice and has not ended is not begun again.
 *
 * <p>Pure, and confined to the thread that reads the partition.
 */
public final class Caution {
    /** A process that ends further on leaves a later commit, with which the next one begins. */
    static final int MOST_OFFSETS = 10_000;

    static final int LONGEST_STRETCH = 100;
    private static final int GROWTH = 8;
    private static final int TRIES = 2;

    private final long start;
    private final long until;
    private final List<Begun> begun; // by offset
    private boolean reached;
    private @Nullable Begun current;
    private @Nullable Begun before;

    /** The decision about an offset. */
    public enum Step {
        GO_ON,
        NOTE_AND_GO_ON,
        REJECT
    }

    /**
     * @param begun by former processes, by offset
     * @param start the offset that is read first
     * @param end of the log at this time
     */
    Caution(List<Begun> begun, long start, long end) {
        this.start = start;
        this.begun = new ArrayList<>();
        begun.stream()
                .filter(each -> each.from() < end)
                .map(each -> new Begun(each.from(), Math.min(each.to(), end), each.times()))
                .forEach(this.begun::add);
        long last = this.begun.isEmpty() ? start : this.begun.getLast().to();
        this.until = Math.max(last, Math.min(end, start + MOST_OFFSETS));
        committed(start);
    }

    /** Asked in the order of the offsets, when all those before this one have ended. */
    Step before(long offset) {
        begun.removeIf(each -> each.to() <= offset && !rejected(each));
        if (current != null && current.to() <= offset) {
            current = null;
        }
        if (current != null) {
            return Step.GO_ON;
        }
        var found = begun.stream().filter(each -> each.has(offset)).findFirst();
        if (found.isPresent()) {
            return again(found.get(), offset);
        }
        if (reached) {
            return Step.GO_ON;
        }
        begin(new Begun(offset, endOfStretch(offset), 1), Optional.empty());
        return Step.NOTE_AND_GO_ON;
    }

    /** Such an offset is kept until it is committed: the process may end before. */
    private boolean rejected(Begun each) {
        return each.single() && each.times() >= TRIES && !each.equals(current);
    }

    private Step again(Begun found, long offset) {
        if (!found.single()) {
            begin(new Begun(offset, offset + 1, 1), Optional.of(found));
            return Step.NOTE_AND_GO_ON;
        }
        if (rejected(found)) {
            return Step.REJECT;
        }
        begin(new Begun(offset, offset + 1, found.times() + 1), Optional.of(found));
        return Step.NOTE_AND_GO_ON;
    }

    private void begin(Begun next, Optional<Begun> found) {
        found.ifPresent(begun::remove);
        found.filter(each -> each.to() > next.to())
                .ifPresent(each -> add(new Begun(next.to(), each.to(), each.times())));
        add(next);
        current = next;
        before = found.orElse(null);
    }

    private void add(Begun next) {
        begun.add(next);
        begun.sort(comparingLong(Begun::from));
    }

    private long endOfStretch(long offset) {
        long length = Math.min(LONGEST_STRETCH, 1 + (offset - start) / GROWTH);
        return begun.stream()
                .mapToLong(Begun::from)
                .filter(from -> from > offset)
                .reduce(offset + length, Math::min);
    }

    /** @param next the first offset that is not committed; none is in hand now */
    void committed(long next) {
        reached = reached || next >= until;
        begun.removeIf(each -> each.to() <= next);
        if (current != null && current.from() < next) {
            begun.remove(current);
            current = null;
        }
    }

    /** Takes back what was begun last, because the process goes on. */
    void interrupted() {
        if (current == null) {
            return;
        }
        begun.remove(current);
        var found = before;
        if (found != null) {
            begun.removeIf(each -> found.has(each.from()));
            add(found);
        }
        current = null;
    }

    /** Returns whether all that may have been in hand is committed. */
    boolean over() {
        return reached && begun.isEmpty();
    }

    List<Begun> begun() {
        return List.copyOf(begun);
    }

    long until() {
        return until;
    }
}
