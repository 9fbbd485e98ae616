package io.tidings.worker.schedule;

import io.tidings.contract.lane.QueueChange;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of one order key that are known, by their sequence.
 *
 * @param <D> a delivery
 */
final class KeyQueue<D> {
    /** Read, and not written to the log of what waits. */
    final TreeMap<Long, D> held = new TreeMap<>();

    /** Written to the log in a transaction that is not committed yet. */
    final TreeSet<Long> appending = new TreeSet<>();

    final Entries log = new Entries();

    /** Deliveries of the log that are in memory as well. */
    final TreeMap<Long, D> loaded = new TreeMap<>();

    /** The deliveries of the log without an order that are being attempted: their offsets, with their sequences. */
    final Map<Long, Long> out = new HashMap<>();

    /** The delivery that is being attempted; null if there is none. */
    @Nullable
    Long turn;

    /**
     * The deliveries outside of the log that those behind them wait for, as far as the index says so. There is more than
     * one only after a worker has died: one that had ended without a commit comes back in front of the next one.
     */
    final TreeMap<Long, Head> heads = new TreeMap<>();

    /** The changes that empty the queue and are not committed yet. A new owner would still find the queue full. */
    final Set<QueueChange> leaving = new HashSet<>();

    boolean loading;

    /**
     * @param until when it comes out of the ladder
     * @param arrived whether it has been read again, so that it cannot be lost
     */
    record Head(Instant until, boolean arrived) {}

    boolean isTurn(long sequence) {
        return turn != null && turn == sequence;
    }

    boolean isHead(long sequence) {
        return heads.containsKey(sequence);
    }

    /** Returns whether a delivery that is still in the ladder is the next one. */
    boolean blocked() {
        return !heads.isEmpty() && !heads.firstEntry().getValue().arrived() && heads.firstKey() == first();
    }

    /** Returns whether a delivery in front of this one is still in the ladder. */
    boolean waitsForTheLadder(long sequence) {
        return heads.headMap(sequence).values().stream().anyMatch(head -> !head.arrived());
    }

    /** Returns the lowest sequence that is known; {@link Long#MAX_VALUE} if there is none. */
    long first() {
        long first = log.isEmpty() ? Long.MAX_VALUE : log.sequence(0);
        first = held.isEmpty() ? first : Math.min(first, held.firstKey());
        first = appending.isEmpty() ? first : Math.min(first, appending.first());
        return heads.isEmpty() ? first : Math.min(first, heads.firstKey());
    }

    /** Returns whether every delivery of the log is in memory or being attempted. */
    boolean allInMemory() {
        int known = loaded.size() + (turn != null && log.find(turn) >= 0 && !loaded.containsKey(turn) ? 1 : 0);
        return appending.isEmpty() && known >= log.size();
    }

    boolean forgettable() {
        return heads.isEmpty()
                && turn == null
                && held.isEmpty()
                && appending.isEmpty()
                && log.isEmpty()
                && leaving.isEmpty();
    }

    /** The records of the log, by their sequence: 16 bytes each. */
    static final class Entries {
        private long[] sequences = {};
        private long[] offsets = {};
        private int from;
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        int size() {
            return size;
        }

        long sequence(int index) {
            return sequences[from + index];
        }

        long offset(int index) {
            return offsets[from + index];
        }

        LongStream offsets() {
            return Arrays.stream(offsets, from, from + size);
        }

        /** Returns the index of a sequence, or a negative number if it is not there. */
        int find(long sequence) {
            int found = Arrays.binarySearch(sequences, from, from + size, sequence);
            return found < 0 ? found + from : found - from;
        }

        /** A sequence that is there already lies at the other offset from now on. */
        void put(long sequence, long offset) {
            int found = find(sequence);
            if (found >= 0) {
                offsets[from + found] = offset;
                return;
            }
            int index = -found - 1;
            makeRoom();
            System.arraycopy(sequences, from + index, sequences, from + index + 1, size - index);
            System.arraycopy(offsets, from + index, offsets, from + index + 1, size - index);
            sequences[from + index] = sequence;
            offsets[from + index] = offset;
            size++;
        }

        /** Does nothing if the sequence lies at another offset. */
        boolean remove(long sequence, long offset) {
            int index = find(sequence);
            if (index < 0 || offset(index) != offset) {
                return false;
            }
            if (index < size / 2) {
                System.arraycopy(sequences, from, sequences, from + 1, index);
                System.arraycopy(offsets, from, offsets, from + 1, index);
                from++;
            } else {
                int behind = size - index - 1;
                System.arraycopy(sequences, from + index + 1, sequences, from + index, behind);
                System.arraycopy(offsets, from + index + 1, offsets, from + index, behind);
            }
            size--;
            return true;
        }

        private void makeRoom() {
            if (from + size < sequences.length) {
                return;
            }
            int capacity = Math.max(4, size + size / 2 + 1);
            sequences = Arrays.copyOf(Arrays.copyOfRange(sequences, from, from + size), capacity);
            offsets = Arrays.copyOf(Arrays.copyOfRange(offsets, from, from + size), capacity);
            from = 0;
        }
    }
}
