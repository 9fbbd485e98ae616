package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Attempts in a queue for each response timeout. Each queue is in the order of start, so that its first attempt is the
 * first to time out. Nearly all attempts have the usual timeout. Confined to the poll thread.
 */
final class AttemptQueues {
    private final SequencedSet<Attempt> usual = new LinkedHashSet<>();

    /** Only those that are not empty. */
    private final Map<Duration, SequencedSet<Attempt>> others = new HashMap<>();

    void add(Attempt attempt) {
        var timeout = attempt.responseTimeout();
        var queue = timeout == null ? usual : others.computeIfAbsent(timeout, _ -> new LinkedHashSet<>());
        queue.add(attempt);
    }

    /** Returns false if it was not there. */
    boolean remove(Attempt attempt) {
        var timeout = attempt.responseTimeout();
        var queue = timeout == null ? usual : others.get(timeout);
        if (queue == null || !queue.remove(attempt)) {
            return false;
        }
        if (timeout != null && queue.isEmpty()) {
            others.remove(timeout);
        }
        return true;
    }

    boolean isEmpty() {
        return usual.isEmpty() && others.isEmpty();
    }

    int size() {
        int size = usual.size();
        for (var queue : others.values()) {
            size += queue.size();
        }
        return size;
    }

    /** Returns an attempt whose response timeout is over, or null. */
    @Nullable
    Attempt overdue(Duration usualTimeout, ClockReading now) {
        if (overdue(usual, usualTimeout, now)) {
            return usual.getFirst();
        }
        for (var queue : others.entrySet()) {
            if (overdue(queue.getValue(), queue.getKey(), now)) {
                return queue.getValue().getFirst();
            }
        }
        return null;
    }

    private static boolean overdue(SequencedSet<Attempt> queue, Duration timeout, ClockReading now) {
        return !queue.isEmpty() && queue.getFirst().took(now).compareTo(timeout) >= 0;
    }

    /** Returns the attempt that was started first, or null. */
    @Nullable
    Attempt oldest() {
        var oldest = usual.isEmpty() ? null : usual.getFirst();
        for (var queue : others.values()) {
            var first = queue.getFirst();
            if (oldest == null || first.startedBefore(oldest)) {
                oldest = first;
            }
        }
        return oldest;
    }

    /** Returns all of them, and forgets them. */
    List<Attempt> takeAll() {
        var all = new ArrayList<>(usual);
        others.values().forEach(all::addAll);
        usual.clear();
        others.clear();
        return all;
    }
}
