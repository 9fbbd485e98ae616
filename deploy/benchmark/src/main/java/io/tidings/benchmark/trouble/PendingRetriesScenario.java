package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.contract.RetryTier;
import io.tidings.testbed.process.LiveHeap;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.report.Percentiles;
import io.tidings.testbed.sink.EpochMicros;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Many retries wait in the tiers while all or some of them fall due.
 *
 * <p>Retries of long tiers are written at once. Retries that fall due are written to the first tier at the pace at
 * which they
 * have to leave it: half of the measured capacity of the worker. Their latency at the sink, counted from the due time, is
 * the lateness, including the request.
 *
 * @param pending retries, including those that fall due
 * @param due retries that fall due
 */
public record PendingRetriesScenario(String id, int subscriptions, int pending, int due) implements Scenario {
    public static final PendingRetriesScenario DUE = new PendingRetriesScenario("due", 10, 100_000, 100_000);

    public static final PendingRetriesScenario VERY_MANY =
            new PendingRetriesScenario("pending", 10_000, 1_000_000, 100_000);

    private static final int MAX_HEAP_MEGABYTES = 256;
    private static final long FIRST_OF_LONG = 10_000_000;
    private static final int QUICK = 10;
    private static final double JITTER_SECONDS = 1;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final RetryTier FIRST = RetryTier.TEN_SECONDS;

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        return bench.quick()
                ? new PendingRetriesScenario(id, subscriptions, pending / QUICK, due / QUICK).measured(bench)
                : measured(bench);
    }

    private List<ResultRow> measured(BenchmarkEnvironment bench) {
        var title = "%,d retries pending, %,d due".formatted(pending, due);
        var load = bench.load();
        var setup = bench.worker().withJvm(List.of("-Xmx" + MAX_HEAP_MEGABYTES + "m"));
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.ofWorker(bench, id, load, setup)) {
            var subscribers = BenchmarkSubscribers.even(subscriptions, load.partitions());
            long read =
                    new ResourceSetup(cluster.clients()).subscribe(subscribers, 1, _ -> cluster.address() + "/all/ok");
            cluster.worker().start();
            var worker = cluster.worker().process();
            var meter = cluster.meter();
            var waiting = new Waiting(cluster, subscribers, new RecordFactory(load), read, progress);
            var monitor = new DeliveryMonitor(cluster.sink(), meter, progress);

            double capacity = capacity(waiting, monitor, load.warmUp());
            double heapBefore = LiveHeap.megabytes(worker);
            waiting.writeLong(pending - due);
            var begin = meter.sample();
            long written = waiting.writeDue(load.warmUp(), due, (int) (capacity / 2), monitor);
            var interval = monitor.since(begin, written - load.warmUp());
            double heapAfter = LiveHeap.megabytes(worker);
            cluster.worker().stop();
            return List.of(new ResultRow(
                    id,
                    title,
                    interval,
                    DeliveryErrors.of(written, cluster.sink().counts()),
                    Measurements.atGivenPace()
                            .withLateness(Percentiles.of(cluster.sink().latencies("")))
                            .with("due per second", (int) (capacity / 2))
                            .with("-Xmx, MB", MAX_HEAP_MEGABYTES)
                            .with("live heap before, MB", heapBefore)
                            .with("live heap after, MB", heapAfter)
                            .with("live heap, after ÷ before", heapAfter / heapBefore),
                    cluster.settings()));
        }
    }

    /** Deliveries a second of a warm worker. */
    private static double capacity(Waiting waiting, DeliveryMonitor monitor, int warmUp) {
        waiting.writeNew(warmUp);
        return monitor.of(warmUp / 2, warmUp).perSecond();
    }

    private record Waiting(
            BenchmarkCluster cluster,
            BenchmarkSubscribers subscribers,
            RecordFactory records,
            long read,
            ProgressLine progress) {
        void writeNew(int number) {
            new BulkWriter(cluster.clients())
                    .write(
                            0,
                            number,
                            each -> records.delivery(subscribers.of(each), each, EpochMicros.NONE, read),
                            progress);
        }

        void writeLong(int number) {
            new BulkWriter(cluster.clients())
                    .write(
                            FIRST_OF_LONG,
                            FIRST_OF_LONG + number,
                            each -> records.waiting(subscribers.of(each / RecordFactory.LONG.size()), each, read),
                            progress);
        }

        /**
         * Returns when all retries have been delivered.
         *
         * @return the number behind the last one
         */
        long writeDue(long first, int number, int perSecond, DeliveryMonitor monitor) {
            cluster.sink().forgetLatencies();
            try (var publisher = PacedPublisher.start(cluster.clients(), this::dueRetry, perSecond, first)) {
                monitor.pass(Duration.ofNanos(number * 1_000_000_000L / perSecond));
                publisher.stop();
                monitor.until(cluster.sink()::counts, publisher.next(), publisher.next());
                return publisher.next();
            }
        }

        private ProducerRecord<byte[], byte[]> dueRetry(long number, long micros) {
            long jitter = (long) (number * 7_919 % 1_000 / 1_000.0 * JITTER_SECONDS * MICROS_PER_SECOND);
            var due = Instant.EPOCH
                    .plus(Duration.ofNanos((micros + jitter) * 1_000))
                    .plus(FIRST.length());
            return records.retry(FIRST, subscribers.of(number), number, due, read);
        }
    }
}
