package io.tidings.topology.begun;

/**
 * Offsets that were begun, and of which it is not known that they ended.
 *
 * @param to the offset after the last one
 * @param times how often they were begun
 */
record Begun(long from, long to, int times) {
    Begun {
        if (from < 0 || to <= from || times < 1) {
            throw new IllegalArgumentException("offsets from %d to %d begun %d times".formatted(from, to, times));
        }
    }

    boolean single() {
        return to - from == 1;
    }

    boolean has(long offset) {
        return from <= offset && offset < to;
    }
}
