package io.tidings.export.window;

import io.tidings.contract.record.ReappendState;
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
    private final Map<BatchKey, Growing> growing = new LinkedHashMap<>();
    private final ReappendedBatch reappendedBatch = new ReappendedBatch();
    private long held;

    /** The part of an addressee that is not cut yet. */
    private static final class Growing {
        private final List<DeadLetter> letters = new ArrayList<>();
        private long bytes;
        private long weight;

        void add(DeadLetter letter) {
            letters.add(letter);
            bytes += letter.json().length;
            weight += letter.weight();
        }
    }

    /** @param start of the window that the first record lies in */
    public WindowCutter(WindowRule rule, BlobLimits limits, Instant start) {
        this.rule = rule;
        this.limits = limits;
        this.start = start;
    }

    /**
     * Whether a record belongs to this window; one with an earlier time does too, for a broker's clock may go back, and
     * whatever lies between letters that were appended again.
     */
    public boolean takes(Instant appended) {
        return !rule.startOf(appended).isAfter(start) || reappendedBatch.awaits(appended);
    }

    /** Whether the window cannot end before a letter that may be appended until then. */
    public boolean awaits(Instant now) {
        return reappendedBatch.awaits(now);
    }

    /** The parts that are complete with this record, most often none. */
    public List<BlobBatch> add(DeadLetter letter) {
        var earlier = letter.reappendState();
        return earlier.isEmpty() ? addNew(letter) : addAgain(letter, earlier.get());
    }

    /** Letters that do not come back together are treated as new ones: rather written twice than lost. */
    private List<BlobBatch> addAgain(DeadLetter letter, ReappendState reappendState) {
        var cut = new ArrayList<BlobBatch>();
        if (!reappendedBatch.awaits(letter, reappendState)) {
            reappendedBatch.drain().forEach(each -> cut.addAll(addNew(each)));
        }
        if (!reappendedBatch.awaits(letter, reappendState)) {
            cut.addAll(addNew(letter));
            return cut;
        }
        reappendedBatch.add(letter);
        if (reappendedBatch.complete()) {
            cut.add(new BlobBatch(start, reappendedBatch.drain(), reappendState.blob()));
        }
        return cut;
    }

    private List<BlobBatch> addNew(DeadLetter letter) {
        var cut = new ArrayList<BlobBatch>();
        var to = letter.batchKey();
        var before = growing.get(to);
        if (before != null && before.bytes + letter.json().length > limits.bytes()) {
            cut.add(cut(to));
        }
        var part = growing.computeIfAbsent(to, _ -> new Growing());
        part.add(letter);
        held += letter.weight();
        if (part.letters.size() == limits.records()) {
            cut.add(cut(to));
        }
        while (held > limits.held()) {
            cut.add(cut(largest()));
        }
        return cut;
    }

    /** What is left when the window has ended. */
    public List<BlobBatch> rest() {
        var cut = new ArrayList<BlobBatch>();
        reappendedBatch.drain().forEach(each -> cut.addAll(addNew(each)));
        for (var to : List.copyOf(growing.keySet())) {
            cut.add(cut(to));
        }
        return cut;
    }

    private BlobBatch cut(BatchKey to) {
        var part = growing.remove(to);
        if (part == null) {
            throw new IllegalStateException("nothing is held for " + to);
        }
        held -= part.weight;
        return new BlobBatch(start, part.letters);
    }

    /** The first of the largest, so that the choice too depends on the log only. */
    private BatchKey largest() {
        BatchKey largest = null;
        long weight = -1;
        for (var each : growing.entrySet()) {
            if (each.getValue().weight > weight) {
                largest = each.getKey();
                weight = each.getValue().weight;
            }
        }
        if (largest == null) {
            throw new IllegalStateException(held + " bytes are held for nobody");
        }
        return largest;
    }
}
