package io.tidings.export.window;

import io.tidings.contract.SubscriptionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts the records of one window into parts while they are read in the order of the log.
 *
 * <p>Where it cuts depends on nothing but the records since the window's first: reading a window again, from its first
 * record, gives the same parts, and reading further only adds to the end.
 */
public final class WindowCutter {
    private final WindowRule rule;
    private final BlobLimits limits;
    private final Instant start;
    private final Map<Group, Growing> growing = new LinkedHashMap<>();
    private long held;

    /** What the records of a part have in common. */
    private record Group(SubscriptionKey subscription, String uid, Destination destination) {}

    /** The part of a group that is not cut yet. */
    private static final class Growing {
        private final List<DeadLetter> letters = new ArrayList<>();
        private long bytes;

        void add(DeadLetter letter) {
            letters.add(letter);
            bytes += letter.json().length;
        }
    }

    /** @param start of the window that the first record lies in */
    public WindowCutter(WindowRule rule, BlobLimits limits, Instant start) {
        this.rule = rule;
        this.limits = limits;
        this.start = start;
    }

    /** Whether a record belongs to this window; one with an earlier time does too, for a broker's clock may go back. */
    public boolean takes(Instant appended) {
        return !rule.startOf(appended).isAfter(start);
    }

    /** The parts that are complete with this record, most often none. */
    public List<Part> add(DeadLetter letter) {
        var cut = new ArrayList<Part>();
        var group = new Group(letter.subscription(), letter.uid(), letter.destination());
        var before = growing.get(group);
        if (before != null && before.bytes + letter.json().length > limits.bytes()) {
            cut.add(cut(group));
        }
        var part = growing.computeIfAbsent(group, _ -> new Growing());
        part.add(letter);
        held += letter.json().length;
        if (part.letters.size() == limits.records()) {
            cut.add(cut(group));
        }
        while (held > limits.held()) {
            cut.add(cut(largest()));
        }
        return cut;
    }

    /** What is left when the window has ended. */
    public List<Part> rest() {
        var cut = new ArrayList<Part>();
        for (var group : List.copyOf(growing.keySet())) {
            cut.add(cut(group));
        }
        return cut;
    }

    private Part cut(Group group) {
        var part = growing.remove(group);
        if (part == null) {
            throw new IllegalStateException("nothing of " + group + " is held");
        }
        held -= part.bytes;
        return new Part(start, part.letters);
    }

    /** The first of the largest, so that the choice too depends on the log only. */
    private Group largest() {
        Group largest = null;
        long bytes = -1;
        for (var each : growing.entrySet()) {
            if (each.getValue().bytes > bytes) {
                largest = each.getKey();
                bytes = each.getValue().bytes;
            }
        }
        if (largest == null) {
            throw new IllegalStateException(held + " bytes are held of no group");
        }
        return largest;
    }
}
