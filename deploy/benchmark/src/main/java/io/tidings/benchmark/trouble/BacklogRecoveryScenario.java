package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Targets;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.contract.SubscriptionKey;
import io.tidings.testbed.process.LiveHeap;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.report.Percentiles;
import io.tidings.testbed.sink.EpochMicros;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * An operator asks to send at once what waits for one subscription, in tiers that are full of the retries of others:
 * how does the search affect the others, and how much memory does it take?
 */
public record BacklogRecoveryScenario() implements Scenario {
    public static final String ID = "recovery-backlog";

    private static final int PENDING = 1_000_000;
    private static final int QUICK = 10;
    /** One in so many retries belongs to the subscription that recovers. */
    private static final int SHARE = 10;

    private static final int SUBSCRIPTIONS = 10_000;
    private static final int MAX_HEAP_MEGABYTES = 256;
    private static final int HEALTHY_PER_SECOND = 200;
    private static final int FIRST_PENDING = 10_000_000;
    private static final long FIRST_HEALTHY = 20_000_000;
    private static final String HEALTHY = "healthy";
    private static final String RECOVERING = "recovering";
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final int SECONDS_BEFORE = 20;
    private static final double NANOS = 1e9;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        int pending = bench.quick() ? PENDING / QUICK : PENDING;
        var title = "%,d retries pending, %,d of one subscription retried now".formatted(pending, pending / SHARE);
        var load = bench.load().part(2);
        var setup = bench.worker().withJvm(List.of("-Xmx" + MAX_HEAP_MEGABYTES + "m"));
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.ofWorker(bench, ID, load, setup)) {
            var subscribers = BenchmarkSubscribers.even(SUBSCRIPTIONS, load.partitions());
            var resources = new ResourceSetup(cluster.clients());
            long read = resources.subscribe(subscribers, 1, index -> endpoint(cluster, index));
            cluster.worker().start();
            var monitor = new DeliveryMonitor(cluster.sink(), cluster.meter(), progress);
            var backlog = new Backlog(cluster, subscribers, new RecordFactory(load), read, progress);
            backlog.writeNew(load.warmUp());
            monitor.until(cluster.sink()::counts, load.warmUp(), load.warmUp());
            backlog.writePending(pending);
            try (var healthy =
                    PacedPublisher.start(cluster.clients(), backlog::healthy, HEALTHY_PER_SECOND, FIRST_HEALTHY)) {
                monitor.pass(SETTLING);
                monitor.during(Duration.ofSeconds(bench.seconds(SECONDS_BEFORE)));
                return List.of(row(title, backlog, monitor, healthy, new Expected(load.warmUp(), pending / SHARE)));
            }
        }
    }

    /** Numbers of deliveries. */
    private record Expected(long warmUp, long recovering) {}

    private static ResultRow row(
            String title, Backlog backlog, DeliveryMonitor monitor, PacedPublisher healthy, Expected expected) {
        var cluster = backlog.cluster();
        var sink = cluster.sink();
        var worker = cluster.worker().process();
        double heapBefore = LiveHeap.megabytes(worker);
        var without = Percentiles.of(sink.latencies(HEALTHY));
        sink.forgetLatencies();
        long wanted = sink.counts(RECOVERING, Integer.MAX_VALUE).distinct() + expected.recovering();
        var begin = cluster.meter().sample();
        long asked = System.nanoTime();
        new ResourceSetup(cluster.clients())
                .retryNow(backlog.subscribers().keys().getFirst(), endpoint(cluster, 0));
        monitor.until(() -> sink.counts(RECOVERING, Integer.MAX_VALUE), wanted, wanted);
        double drained = (System.nanoTime() - asked) / NANOS;
        var interval = monitor.since(begin, expected.recovering());
        var with = Percentiles.of(sink.latencies(HEALTHY));
        double heapAfter = LiveHeap.megabytes(worker);
        healthy.stop();
        long all = expected.warmUp() + expected.recovering() + healthy.next() - FIRST_HEALTHY;
        var counts = monitor.until(sink::counts, all, all);
        cluster.worker().stop();
        return new ResultRow(
                ID,
                title,
                interval,
                DeliveryErrors.of(all, counts),
                Measurements.atGivenPace()
                        .withLatency(with, without)
                        .with(Targets.DRAINED, drained)
                        .with("-Xmx, MB", MAX_HEAP_MEGABYTES)
                        .with("live heap before, MB", heapBefore)
                        .with("live heap after, MB", heapAfter),
                cluster.settings());
    }

    /** The first subscription recovers. */
    private static String endpoint(BenchmarkCluster cluster, int index) {
        return "%s/%s/ok".formatted(cluster.address(), index == 0 ? RECOVERING : HEALTHY);
    }

    private record Backlog(
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

        void writePending(int number) {
            new BulkWriter(cluster.clients())
                    .write(
                            FIRST_PENDING,
                            FIRST_PENDING + number,
                            each -> records.waiting(
                                    each % SHARE == 0 ? subscribers.keys().getFirst() : other(each / SHARE),
                                    each,
                                    read),
                            progress);
        }

        ProducerRecord<byte[], byte[]> healthy(long number, long micros) {
            return records.delivery(other(number), number, micros, read);
        }

        private SubscriptionKey other(long number) {
            return subscribers.keys().get(1 + (int) (number % (SUBSCRIPTIONS - 1)));
        }
    }
}
