package io.tidings.benchmark.scenario;

import io.tidings.benchmark.process.LiveHeap;
import io.tidings.benchmark.process.Meter;
import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Percentiles;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.sink.Micros;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.Progress;
import io.tidings.benchmark.stage.ServiceSetup;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Watch;
import io.tidings.benchmark.traffic.Audience;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.Records;
import io.tidings.benchmark.traffic.Registry;
import io.tidings.benchmark.traffic.Writer;
import io.tidings.contract.RetryTier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Many retries wait in the tiers while all or a part of them comes due.
 *
 * <p>What waits long is written at once. What comes due is written to the first tier at the pace at which it has to
 * come out of it, which is half of what the worker has just shown to deliver; its latency at the sink, counted from
 * when it is due, is the lateness, the request included.
 *
 * @param pending retries, including those that come due
 * @param due so many of them
 */
record PendingRetries(String id, int subscriptions, int pending, int due) implements Scenario {
    /** All that waits comes due. */
    static final PendingRetries DUE = new PendingRetries("due", 10, 100_000, 100_000);

    /** Very many, of very many subscriptions; a part of them comes due. */
    static final PendingRetries VERY_MANY = new PendingRetries("pending", 10_000, 1_000_000, 100_000);

    private static final int MAX_HEAP_MEGABYTES = 256;
    private static final long FIRST_OF_LONG = 10_000_000;
    private static final int QUICK = 10;
    private static final double JITTER_SECONDS = 1;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final RetryTier FIRST = RetryTier.TEN_SECONDS;
    private static final List<RetryTier> LONG = List.of(
            RetryTier.TEN_MINUTES,
            RetryTier.THIRTY_MINUTES,
            RetryTier.ONE_HOUR,
            RetryTier.THREE_HOURS,
            RetryTier.SIX_HOURS,
            RetryTier.TWELVE_HOURS);

    @Override
    public List<Row> measure(Bench bench) {
        return bench.quick()
                ? new PendingRetries(id, subscriptions, pending / QUICK, due / QUICK).measured(bench)
                : measured(bench);
    }

    private List<Row> measured(Bench bench) {
        var title = "%,d retries pending, %,d due".formatted(pending, due);
        var load = bench.load();
        try (var stage = bench.stage(id);
                var progress = bench.progress(title)) {
            var site = Site.open(stage, load);
            var audience = Audience.even(subscriptions, load.partitions());
            long read = new Registry(site.clients()).subscribe(audience, 1, _ -> site.address() + "/all/ok");
            var setup = bench.services().worker().withJvm(List.of("-Xmx" + MAX_HEAP_MEGABYTES + "m"));
            var worker = stage.start(setup, site.bootstrapServers());
            var meter = new Meter(List.of(worker, site.broker(), site.sinkProcess()));
            var waiting = new Waiting(site, audience, new Records(load), read, progress);
            var watch = new Watch(site.sink(), meter, progress);

            double capacity = capacity(waiting, watch, load.warmUp());
            double heapBefore = LiveHeap.megabytes(worker);
            waiting.writeLong(pending - due);
            var begin = meter.sample();
            long written = waiting.writeDue(load.warmUp(), due, (int) (capacity / 2), watch);
            var interval = watch.since(begin, written - load.warmUp());
            double heapAfter = LiveHeap.megabytes(worker);
            stage.stop(worker, setup);
            var counts = site.sink().counts();
            return List.of(new Row(
                    id,
                    title,
                    interval,
                    new Arrivals(written - counts.distinct(), counts.twice()),
                    Findings.atGivenPace()
                            .withLateness(Percentiles.of(site.sink().latencies("")))
                            .with("due per second", (int) (capacity / 2))
                            .with("-Xmx, MB", MAX_HEAP_MEGABYTES)
                            .with("live heap before, MB", heapBefore)
                            .with("live heap after, MB", heapAfter)
                            .with("live heap, after ÷ before", heapAfter / heapBefore),
                    ServiceSetup.differences(setup)));
        }
    }

    /** What the worker delivers in a second to so many subscriptions; it has delivered as much before. */
    private static double capacity(Waiting waiting, Watch watch, int warmUp) {
        waiting.writeNew(warmUp);
        return watch.of(warmUp / 2, warmUp).perSecond();
    }

    /** Writes what waits. */
    private record Waiting(Site site, Audience audience, Records records, long read, Progress progress) {
        void writeNew(int number) {
            new Writer(site.clients())
                    .write(0, number, each -> records.delivery(audience.of(each), each, Micros.NONE, read), progress);
        }

        void writeLong(int number) {
            new Writer(site.clients()).write(FIRST_OF_LONG, FIRST_OF_LONG + number, this::longRetry, progress);
        }

        private ProducerRecord<byte[], byte[]> longRetry(long number) {
            var tier = LONG.get((int) (number % LONG.size()));
            return records.retry(
                    tier,
                    audience.of(number / LONG.size()),
                    number,
                    Instant.now().plus(tier.length()),
                    read);
        }

        /**
         * Returns when all have come out again.
         *
         * @return the number behind the last one
         */
        long writeDue(long first, int number, int perSecond, Watch watch) {
            site.sink().forgetLatencies();
            try (var publisher = PacedPublisher.start(site.clients(), this::dueRetry, perSecond, first)) {
                watch.pass(Duration.ofNanos(number * 1_000_000_000L / perSecond));
                publisher.stop();
                watch.until(site.sink()::counts, publisher.next(), publisher.next());
                return publisher.next();
            }
        }

        private ProducerRecord<byte[], byte[]> dueRetry(long number, long micros) {
            long jitter = (long) (number * 7_919 % 1_000 / 1_000.0 * JITTER_SECONDS * MICROS_PER_SECOND);
            var due = Instant.EPOCH
                    .plus(Duration.ofNanos((micros + jitter) * 1_000))
                    .plus(FIRST.length());
            return records.retry(FIRST, audience.of(number), number, due, read);
        }
    }
}
