package io.tidings.benchmark.sink;

import java.util.BitSet;

/** Which events came, and how many requests it took. Confined to the sink's one I/O thread. */
final class Tally {
    private final BitSet seen = new BitSet();
    private long requests;
    private long distinct;
    private long last = System.nanoTime();

    void arrived(int number, long now) {
        requests++;
        if (!seen.get(number)) {
            seen.set(number);
            distinct++;
            last = now;
        }
    }

    Counts counts(long now) {
        return new Counts(requests, distinct, now - last);
    }
}
