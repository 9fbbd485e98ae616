package io.tidings.worker.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** A partition with holes, worked on by one owner after the other; each of them may die at any commit. */
final class LedgerChaos {
    private final RandomGenerator random;
    private final int maxText;
    private final Load load;
    private final List<Long> log = new ArrayList<>();
    /** By a commit that took place. */
    private final Set<Long> parked = new HashSet<>();

    private final Set<Long> delivered = new HashSet<>();
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
        static final Load LARGE = new Load(160_000, 24_000, 3, 8_000);
    }

    LedgerChaos(RandomGenerator random, int maxText, Load load) {
        this.random = random;
        this.maxText = maxText;
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

    void run() {
        for (int owners = 0; committed.offset() <= log.getLast(); owners++) {
            new Owner(owners < 6 ? random.nextInt(1, 40) : Integer.MAX_VALUE).work();
        }
        assertThat(parked.size() + delivered.size()).isGreaterThanOrEqualTo(log.size());
        assertThat(log).allMatch(each -> parked.contains(each) || delivered.contains(each));
    }

    /** One worker while it owns the partition. */
    private final class Owner {
        private final OffsetLedger ledger = new OffsetLedger(committed, maxText);
        private final TreeSet<Long> open = new TreeSet<>();
        private final TreeSet<Long> toPark = new TreeSet<>();
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
                commit();
            }
        }

        private void step() {
            if (read < log.size() && (open.size() < load.open() || random.nextInt(load.batch() + 1) > 0)) {
                read();
            } else if (!open.isEmpty()) {
                finish();
            }
        }

        private void read() {
            long offset = log.get(read++);
            boolean begun = ledger.started(offset);
            if (begun) {
                if (parked.contains(offset)) {
                    fail("offset %d was parked and is started again", offset);
                }
                open.add(offset);
            } else if (!parked.contains(offset) && !delivered.contains(offset)) {
                fail("offset %d is skipped and was never finished", offset);
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
                batch.forEach(ledger::delivered);
                delivered.addAll(batch);
            }
        }

        private void commit() {
            var taken = ledger.park(List.copyOf(toPark));
            taken.forEach(toPark::remove);
            var position = ledger.position();
            assertThat(position.gaps()).hasSizeLessThanOrEqualTo(maxText);
            assertThat(position.offset()).isGreaterThanOrEqualTo(committed.offset());
            assertThat(position.offset()).isLessThanOrEqualTo(ledger.low());
            assertThat(open).allMatch(each -> each >= position.offset());
            assertThat(toPark).allMatch(each -> each >= position.offset());
            longest = Math.max(longest, position.gaps().length());
            parked.addAll(taken);
            committed = position;
        }
    }
}
