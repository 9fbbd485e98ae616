package io.tidings.contract.health;

/** The offsets from {@code from} to just below {@code to}. */
public record MovedRange(long from, long to) {
    public MovedRange {
        if (from < 0 || from >= to) {
            throw new IllegalArgumentException("no offsets from " + from + " to " + to);
        }
    }

    boolean contains(long offset) {
        return from <= offset && offset < to;
    }
}
