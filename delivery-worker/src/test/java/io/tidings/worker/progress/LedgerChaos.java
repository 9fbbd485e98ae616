package io.tidings.worker.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** A partition with holes, worked on by one owner after the other; each of them may die at any commit. */
final class LedgerChaos {
    private final RandomGenerator random;
    private final int span;
    private final Load load;
    private final List<Long> log = new ArrayList<>();
    /** By a commit that took place. */
    private final Set<Long> finished = new HashSet<>();

    private CommitPosition committed = new CommitPosition(0, "");

    /** The longest text that an owner committed. */
    private int longest;

    /**
     * What the owners have to do.
     *
     * @param open records that an owner has begun before it finishes any
     * @param batch records that finish together and alike
     * @param steps between two commits, at most
     */
    record Load(int records, int open, int batch, int steps) {
        static final Load SMALL = new Load(400, 5, 1, 20);
        static final Load LARGE = new Load(160_000, 24_000, 1, 8_000);
    }

    LedgerChaos(RandomGenerator random, int span, Load load) {
        this.random = random;
        this.span = span;
        this.load = load;
        long offset = 0;
        for (int i = 0; i < load.records(); i++) {
            log.add(offset);
            offset += random.nextInt(10 * load.batch() * load.batch()) == 0 ? random.nextInt(2, 5) : 1;
        }
    }

    int longest() {
        return longest;
    }

    /** Leaves an arbitrary third of the records to be finished. */
    void inheritWideGaps() {
        var gaps = new BitSet();
        for (long each : log) {
            if (each > 0 && random.nextInt(3) > 0) {
                gaps.set((int) each);
                finished.add(each);
            }
        }
        committed = new CommitPosition(0, Gaps.write(gaps));
    }

    void run() {
        for (int owners = 0; committed.offset() <= log.getLast(); owners++) {
            new Owner(owners < 6 ? random.nextInt(1, 40) : Integer.MAX_VALUE).work();
        }
        assertThat(finished.equals(Set.copyOf(log))).as("all are finished").isTrue();
    }

    /** One worker while it owns the partition. */
    private final class Owner {
        private final OffsetLedger ledger = new OffsetLedger(committed, span);
        private final TreeSet<Long> open = new TreeSet<>();
        private final TreeSet<Long> toPark = new TreeSet<>();
        private final List<Long> delivered = new ArrayList<>();
        private final int commits;
        private int read;

        Owner(int commits) {
            this.commits = commits;
            while (read < log.size() && log.get(read) < committed.offset()) {
                read++;
            }
        }

        void work() {
            for (int done = 0; done < commits && committed.offset() <= log.getLast(); done++) {
                int steps = random.nextInt(load.steps());
                for (int i = 0; i < steps; i++) {
                    step();
                }
                if (ledger.holdsAllWith(toPark)) {
                    commit();
                }
            }
        }

        private void step() {
            if (read < log.size()
                    && ledger.roomFor(log.get(read))
                    && (open.size() < load.open() || random.nextInt(load.batch() + 1) > 0)) {
                read();
            } else if (!open.isEmpty()) {
                finish();
            }
        }

        private void read() {
            long offset = log.get(read++);
            if (ledger.started(offset)) {
                assertThat(finished.contains(offset))
                        .as("finished, and started again")
                        .isFalse();
                open.add(offset);
            } else {
                assertThat(finished.contains(offset))
                        .as("skipped, and never finished")
                        .isTrue();
            }
        }

        private void finish() {
            long any = open.ceiling(random.nextLong(open.first(), open.last() + 1));
            long first = any - any % load.batch();
            var batch = List.copyOf(random.nextInt(20) == 0 ? List.of(any) : open.subSet(first, first + load.batch()));
            batch.forEach(open::remove);
            if (random.nextBoolean()) {
                toPark.addAll(batch);
            } else {
                batch.forEach(ledger::finished);
                delivered.addAll(batch);
            }
        }

        /** A transaction takes the lowest offsets that are to be parked; it may be aborted. */
        private void commit() {
            var taken = toPark.stream()
                    .limit(ledger.reachesBeyond() ? toPark.size() : random.nextInt(toPark.size() + 1))
                    .toList();
            taken.forEach(ledger::finished);
            var position = ledger.position();
            assertThat(position.gaps()).hasSizeLessThanOrEqualTo(Gaps.MAX_TEXT);
            if (!ledger.reachesBeyond()) {
                assertThat(Gaps.read(position.gaps()).length()).isLessThanOrEqualTo(span);
            }
            assertThat(position.offset()).isGreaterThanOrEqualTo(committed.offset());
            assertThat(position.offset()).isEqualTo(ledger.low());
            if (random.nextInt(4) == 0) {
                taken.forEach(ledger::reopened);
                return;
            }
            ledger.committed(position.offset());
            longest = Math.max(longest, position.gaps().length());
            toPark.removeAll(Set.copyOf(taken));
            finished.addAll(taken);
            finished.addAll(delivered);
            delivered.clear();
            committed = position;
        }
    }
}
