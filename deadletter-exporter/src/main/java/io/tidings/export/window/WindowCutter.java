package io.tidings.export.window;

import io.tidings.contract.record.ReappendState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Cuts the records of one window into batches, in the order of the log. The cuts depend only on the records since the
 * window's first: a second pass over the window gives the same batches, and further records only add batches at the
 * end.
 */
public final class WindowCutter {
    private final WindowRule rule;
    private final BlobLimits limits;
    private final Instant start;
    private final Map<BatchKey, Growing> growing = new LinkedHashMap<>();
    private final ReappendedBatch reappendedBatch = new ReappendedBatch();
    private long held;

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

    public WindowCutter(WindowRule rule, BlobLimits limits, Instant start) {
        this.rule = rule;
        this.limits = limits;
        this.start = start;
    }

    /**
     * Returns whether a record belongs to this window. So does a record with an earlier time, because a broker's
     * clock may be set back, and every record between letters that were appended again together.
     */
    public boolean takes(Instant appended) {
        return !rule.startOf(appended).isAfter(start) || reappendedBatch.awaits(appended);
    }

    /** Returns whether more letters may be appended until then without which the window cannot end. */
    public boolean awaits(Instant now) {
        return reappendedBatch.awaits(now);
    }

    /** Returns the batches that are complete with this record; usually none. */
    public List<BlobBatch> add(DeadLetter letter) {
        var earlier = letter.reappendState();
        return earlier.isEmpty() ? addNew(letter) : addAgain(letter, earlier.get());
    }

    /** Re-appended letters without the rest of their blob count as new: better written twice than lost. */
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

    /** Returns the last batches when the window has ended. */
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

    /** Returns the first of the largest, so that this choice, too, depends only on the log. */
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
            throw new IllegalStateException(held + " bytes are held outside all batches");
        }
        return largest;
    }
}
