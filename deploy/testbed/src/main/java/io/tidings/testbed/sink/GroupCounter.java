package io.tidings.testbed.sink;

import java.util.BitSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The counts of one group of paths, or of receivers. Used by one thread at a time. */
public final class GroupCounter {
    private static final int DIGITS_OF_LATENCIES = 2;

    private final BitSet seen = new BitSet();
    private final Histogram latencies = new Histogram(DIGITS_OF_LATENCIES);
    private long requests;
    private long delivered;
    private long distinct;
    private long last = System.nanoTime();
    private @Nullable SinkBehaviour ordered;

    /** @return the response to the next request */
    SinkBehaviour request(SinkBehaviour usual) {
        requested();
        return (ordered == null ? usual : ordered).at(requests);
    }

    public void requested() {
        requests++;
    }

    /** Changes the behaviour of all paths of the group. */
    void order(SinkBehaviour behaviour) {
        ordered = behaviour;
    }

    /** @param micros when it was published, or {@link EpochMicros#NONE} */
    public void delivered(int number, long micros) {
        delivered++;
        if (!seen.get(number)) {
            seen.set(number);
            distinct++;
            last = System.nanoTime();
            if (micros != EpochMicros.NONE) {
                latencies.recordValue(Math.max(0, EpochMicros.now() - micros));
            }
        }
    }

    BitSet seen() {
        return (BitSet) seen.clone();
    }

    /** @param below bounds the distinct numbers that count */
    public SinkCounts counts(int below, long now) {
        long known = below == Integer.MAX_VALUE ? distinct : seen.get(0, below).cardinality();
        return new SinkCounts(requests, delivered, known, now - last);
    }

    public void addLatenciesTo(Histogram sum) {
        sum.add(latencies);
    }

    public void forgetLatencies() {
        latencies.reset();
    }
}
