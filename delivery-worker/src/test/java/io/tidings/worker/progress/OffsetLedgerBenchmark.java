package io.tidings.worker.progress;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one commit interval does to the ledger of a partition: 1,000 records that finish in any order. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class OffsetLedgerBenchmark {
    private static final int RECORDS = 1_000;

    private final List<Long> order = shuffled();
    private final List<Long> parked = ascending(RECORDS / 10);
    private OffsetLedger ledger = new OffsetLedger(new CommitPosition(0, ""));
    private long next;

    @Benchmark
    public CommitPosition delivered() {
        start();
        for (long each : order) {
            ledger.finished(next + each);
        }
        return end();
    }

    /** Every tenth is parked; the first one hangs until after the position was asked for. */
    @Benchmark
    public CommitPosition deliveredAndParkedBehindOneThatHangs() {
        start();
        for (long each : order) {
            if (each % 10 != 0) {
                ledger.finished(next + each);
            }
        }
        for (long each : parked) {
            if (each > 0) {
                ledger.finished(next + each * 10);
            }
        }
        var position = ledger.position();
        ledger.finished(next);
        end();
        return position;
    }

    private void start() {
        for (int i = 0; i < RECORDS; i++) {
            ledger.started(next + i);
        }
    }

    private CommitPosition end() {
        next += RECORDS;
        if (next > 1_000_000_000) {
            next = 0;
            ledger = new OffsetLedger(new CommitPosition(0, ""));
        }
        var position = ledger.position();
        ledger.committed(position.offset());
        return position;
    }

    private static List<Long> shuffled() {
        var order = ascending(RECORDS);
        Collections.shuffle(order, new Random(1));
        return order;
    }

    private static List<Long> ascending(int count) {
        var numbers = new ArrayList<Long>(count);
        for (long i = 0; i < count; i++) {
            numbers.add(i);
        }
        return numbers;
    }
}
