package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Attempts, and a value for each, in a queue for each response timeout. Each queue is in the order of start, so that
 * its first attempt is the first to time out. Nearly all attempts have the usual timeout. Confined to the poll thread.
 */
public final class AttemptQueues<V> {
    private final LinkedHashMap<Attempt, V> usual = new LinkedHashMap<>();
    /** Only those that are not empty. */
    private final Map<Duration, LinkedHashMap<Attempt, V>> others = new HashMap<>();

    public void put(Attempt attempt, V value) {
        var timeout = attempt.responseTimeout();
        if (timeout == null) {
            usual.put(attempt, value);
        } else {
            others.computeIfAbsent(timeout, _ -> new LinkedHashMap<>()).put(attempt, value);
        }
    }

    @Nullable
    public V remove(Attempt attempt) {
        var timeout = attempt.responseTimeout();
        if (timeout == null) {
            return usual.remove(attempt);
        }
        var queue = others.get(timeout);
        if (queue == null) {
            return null;
        }
        var value = queue.remove(attempt);
        if (queue.isEmpty()) {
            others.remove(timeout);
        }
        return value;
    }

    public boolean isEmpty() {
        return usual.isEmpty() && others.isEmpty();
    }

    /** Returns an attempt whose response timeout is over, or null. */
    public Map.@Nullable Entry<Attempt, V> overdue(Duration usualTimeout, ClockReading now) {
        if (overdue(usual, usualTimeout, now)) {
            return usual.firstEntry();
        }
        if (!others.isEmpty()) {
            for (var queue : others.entrySet()) {
                if (overdue(queue.getValue(), queue.getKey(), now)) {
                    return queue.getValue().firstEntry();
                }
            }
        }
        return null;
    }

    private static <V> boolean overdue(SequencedMap<Attempt, V> queue, Duration timeout, ClockReading now) {
        return !queue.isEmpty() && queue.sequencedKeySet().getFirst().took(now).compareTo(timeout) >= 0;
    }

    /** Returns the attempt that was started first, or null. */
    @Nullable
    public Attempt oldest() {
        var oldest = usual.isEmpty() ? null : usual.sequencedKeySet().getFirst();
        if (others.isEmpty()) {
            return oldest;
        }
        for (var queue : others.values()) {
            var first = queue.sequencedKeySet().getFirst();
            if (oldest == null || first.startedBefore(oldest)) {
                oldest = first;
            }
        }
        return oldest;
    }

    /** Returns a copy of all of them. */
    public Map<Attempt, V> all() {
        var all = new LinkedHashMap<>(usual);
        others.values().forEach(all::putAll);
        return all;
    }

    public int size() {
        int size = usual.size();
        for (var queue : others.values()) {
            size += queue.size();
        }
        return size;
    }

    public void clear() {
        usual.clear();
        others.clear();
    }
}
