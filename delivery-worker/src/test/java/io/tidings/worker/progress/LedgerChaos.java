package io.tidings.worker.progress;

import static org.assertj.core.api.Assertions.assertThat;

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
    private final List<Long> log = new ArrayList<>();
    /** By a commit that took place. */
    private final Set<Long> parked = new HashSet<>();

    private final Set<Long> delivered = new HashSet<>();
    private Position committed = new Position(0, "");

    LedgerChaos(RandomGenerator random, int maxText) {
        this.random = random;
        this.maxText = maxText;
        long offset = 0;
        for (int i = 0; i < 400; i++) {
            log.add(offset);
            offset += random.nextInt(10) == 0 ? random.nextInt(2, 5) : 1;
        }
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
                int steps = random.nextInt(20);
                for (int i = 0; i < steps; i++) {
                    step();
                }
                commit();
            }
        }

        private void step() {
            if (read < log.size() && (open.size() < 5 || random.nextBoolean())) {
                read();
            } else if (!open.isEmpty()) {
                finish();
            }
        }

        private void read() {
            long offset = log.get(read++);
            boolean begun = ledger.started(offset);
            assertThat(begun && parked.contains(offset))
                    .as("offset %d was parked and is started again", offset)
                    .isFalse();
            if (begun) {
                open.add(offset);
            } else {
                assertThat(parked.contains(offset) || delivered.contains(offset))
                        .as("offset %d is skipped and was never finished", offset)
                        .isTrue();
            }
        }

        private void finish() {
            long any = random.nextLong(log.getLast() + 1);
            var offset = open.ceiling(any) == null ? open.first() : open.ceiling(any);
            open.remove(offset);
            if (random.nextInt(3) == 0) {
                toPark.add(offset);
            } else {
                ledger.delivered(offset);
                delivered.add(offset);
            }
        }

        private void commit() {
            var taken = ledger.park(List.copyOf(toPark));
            taken.forEach(toPark::remove);
            var position = ledger.position();
            assertThat(position.gaps()).hasSizeLessThanOrEqualTo(maxText);
            assertThat(position.offset()).isGreaterThanOrEqualTo(committed.offset());
            assertThat(position.offset()).isEqualTo(ledger.low());
            assertThat(open).allMatch(each -> each >= position.offset());
            assertThat(toPark).allMatch(each -> each >= position.offset());
            parked.addAll(taken);
            committed = position;
        }
    }
}
