package io.tidings.contract.health;

import java.util.ArrayList;
import java.util.List;

/** Disjoint ranges in ascending order. Ranges are only added at the end, and only removed at the start. */
public record MovedRanges(List<MovedRange> list) {
    /** A worker waits for its commit to pass the first range rather than write more than these. */
    public static final int MOST = 16;

    public static final MovedRanges NONE = new MovedRanges(List.of());

    public MovedRanges {
        list = List.copyOf(list);
        for (int i = 1; i < list.size(); i++) {
            if (list.get(i).from() <= list.get(i - 1).to()) {
                throw new IllegalArgumentException(list.get(i) + " does not follow " + list.get(i - 1));
            }
        }
    }

    public boolean isEmpty() {
        return list.isEmpty();
    }

    public boolean contain(long offset) {
        for (var range : list) {
            if (range.contains(offset)) {
                return true;
            }
        }
        return false;
    }

    /** The offset after the last range; 0 if there is none. */
    public long end() {
        return list.isEmpty() ? 0 : list.getLast().to();
    }

    /** Returns whether a range from this offset on can be added without exceeding {@link #MOST}. */
    public boolean haveRoomFrom(long offset) {
        return list.size() < MOST || offset == end();
    }

    /** Merges the range with the last one if they touch. */
    public MovedRanges plus(MovedRange next) {
        var more = new ArrayList<>(list);
        if (!list.isEmpty() && next.from() == end()) {
            var last = more.removeLast();
            more.add(new MovedRange(last.from(), next.to()));
        } else {
            more.add(next);
        }
        return new MovedRanges(more);
    }

    /** Drops the ranges that end at or below an offset. */
    public MovedRanges notBelow(long offset) {
        return list.isEmpty() || list.getFirst().to() > offset
                ? this
                : new MovedRanges(
                        list.stream().filter(range -> range.to() > offset).toList());
    }
}
