package io.tidings.chaos.overload;

import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.chaos.overload.OverloadConfig.OverloadPhase;
import io.tidings.chaos.report.BacklogDrain;
import io.tidings.chaos.report.CheckResult;
import io.tidings.chaos.report.LatencyBaseline;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes twice as much as can be delivered to slow endpoints, beside a topic without trouble; then lets the backlog
 * drain.
 */
final class OverloadScenario implements AutoCloseable {
    private static final String CROWDED = "crowded";
    private static final String CALM = "calm";
    private static final String BEHIND = "behind";
    private static final int EVENT = 1_024;
    private static final int MOST_REQUESTS = 64;
    private static final double TWICE = 2;
    /** The share of the capacity that warms the code up. */
    private static final double WARM = 0.8;

    /** The share of the capacity before and after the overload. */
    private static final double USUALLY = 0.1;
    /** The least share of the backlog in Kafka; the rest is in memory, or is delivered during the look. */
    private static final double IN_KAFKA = 0.7;

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(15);
    private static final Duration UNTIL_USUAL = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS = 1e9;

    private final OverloadCluster cluster;
    private final PhaseResults results;
    private final OverloadConfig config;
    private final OverloadPhase crowding;
    private final List<LoadGenerator> crowded = new ArrayList<>();
    private final LoadGenerator calm;
    private final LoadGenerator behind;

    OverloadScenario(OverloadCluster cluster, PhaseResults results, OverloadConfig config) {
        this.cluster = cluster;
        this.results = results;
        this.config = config;
        this.crowding = config.crowding();
        for (int i = 0; i < crowding.endpoints(); i++) {
            crowded.add(topic(CROWDED + i, i, "slow/" + crowding.answer().toMillis(), batch()));
        }
        calm = topic(CALM, config.partitions() - 1, "ok", 1);
        behind = topic(BEHIND, 0, "ok", 1);
    }

    /** Keeps the rate of requests at some tens a second. */
    private int batch() {
        return Math.clamp(Math.round(crowding.capacity() / 100), 1, 20);
    }

    private LoadGenerator topic(String name, int partition, String behaviour, int perRequest) {
        cluster.subscribe(
                name,
                BenchmarkSubscribers.alone(name, partition, config.partitions()),
                _ -> "%s/%s/%s".formatted(cluster.address(partition), name, behaviour));
        return cluster.poster(name, new LoadGenerator.RequestLoad(EVENT, perRequest, MOST_REQUESTS));
    }

    void run() {
        var reference = new Reference();
        reference.measure();
        double capacity = capacity();
        results.phase("overload", () -> overload(capacity, reference));
        results.phase("draining", () -> drain(capacity));
        again(reference);
        complete();
    }

    /** Latencies without overload. */
    private final class Reference {
        private Percentiles crowded = latencies(CROWDED);
        private Percentiles calm = crowded;

        void measure() {
            OverloadScenario.this.calm.pace(crowding.calm());
            behind.pace(crowding.calm());
            publish(crowding.capacity() * WARM);
            FixedPause.sleep(crowding.looking());
            publish(crowding.capacity() * USUALLY);
            FixedPause.sleep(crowding.looking());
            catchUp();
            cluster.sink().forgetLatencies();
            FixedPause.sleep(crowding.looking());
            crowded = latencies(CROWDED);
            calm = latencies(CALM);
            results.figure("latency of the endpoints before it, p50, p99", LatencyBaseline.text(crowded));
            results.figure("latency of another topic before it, p50, p99", LatencyBaseline.text(calm));
        }
    }

    /** Waits until the backlog of the start is gone. */
    private void catchUp() {
        new Patience(PATIENCE, LOOK).until(() -> backlog() <= crowding.capacity() * USUALLY);
    }

    private Percentiles latencies(String group) {
        return Percentiles.of(cluster.sink().latencies(group));
    }

    private void publish(double perSecond) {
        crowded.forEach(each -> each.pace(perSecond / crowded.size()));
    }

    /** Measures the capacity by a short overload, which leaves a backlog. */
    private double capacity() {
        publish(crowding.capacity() * TWICE);
        FixedPause.sleep(crowding.looking());
        // The backlog of a machine that was held up would count, too.
        double capacity = Math.min(rate(crowding.looking()), crowding.capacity());
        results.figure("capacity, deliveries a second", "%,.0f".formatted(capacity));
        return capacity;
    }

    private double rate(Duration time) {
        long before = delivered();
        long begun = System.nanoTime();
        FixedPause.sleep(time);
        return (delivered() - before) * NANOS / (System.nanoTime() - begun);
    }

    private long delivered() {
        return cluster.sink().counts(CROWDED, Integer.MAX_VALUE).distinct();
    }

    private long accepted() {
        return crowded.stream().mapToLong(each -> each.accepted().cardinality()).sum();
    }

    private long backlog() {
        return accepted() - delivered();
    }

    private void overload(double capacity, Reference reference) {
        publish(capacity * TWICE);
        cluster.sink().forgetLatencies();
        long accepted = accepted();
        long delivered = delivered();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < crowding.overload().toNanos()) {
            long left = crowding.overload().toNanos() - (System.nanoTime() - begun);
            FixedPause.sleep(Duration.ofNanos(Math.min(left, BETWEEN_WORDS.toNanos())));
            cluster.say("backlog %,d".formatted(backlog()));
        }
        double seconds = (System.nanoTime() - begun) / NANOS;
        double published = (accepted() - accepted) / seconds;
        crowded.forEach(LoadGenerator::stop);
        var others = latencies(CALM);
        var neighbour = latencies(BEHIND);
        long unmatched = cluster.unmatchedEvents();
        long lag = cluster.newDeliveries();
        long putOff = cluster.retries();
        long backlog = backlog();
        results.figure("published a second during the overload", "%,.0f".formatted(published));
        results.figure(
                "delivered a second during the overload", "%,.0f".formatted((delivered() - delivered) / seconds));
        results.figure(
                "backlog at its end, and lag of deliveries, tiers and events",
                "%,d, %,d, %,d, %,d".formatted(backlog, lag, putOff, unmatched));
        results.figure("latency behind an overloaded one in its partition, p50, p99", LatencyBaseline.text(neighbour));
        results.judge(CheckResult.atLeast(
                "more is published than can be delivered, times", crowding.tooMuch(), published / capacity, ""));
        results.judge(CheckResult.atLeast(
                "the backlog is in Kafka, share of it", IN_KAFKA, (double) (lag + putOff + unmatched) / backlog, ""));
        results.judge(config.baseline().judge("other topics are as fast as before", reference.calm, others));
    }

    private void drain(double capacity) {
        var drain = new BacklogDrain();
        long begun = System.nanoTime();
        long patience = begun + PATIENCE.toNanos() + Math.round(TWICE * backlog() / capacity * NANOS);
        long word = begun;
        long backlog;
        do {
            backlog = backlog();
            drain.noted(Duration.ofNanos(System.nanoTime() - begun), backlog);
            if (System.nanoTime() - word > BETWEEN_WORDS.toNanos()) {
                word = System.nanoTime();
                cluster.say("backlog %,d".formatted(backlog));
            }
            FixedPause.sleep(LOOK);
        } while (backlog > capacity && System.nanoTime() - patience < 0);
        results.figure("drained, seconds", "%,.0f".formatted(drain.duration().toMillis() / 1e3));
        results.figure("delivered a second while it drained", "%,.0f".formatted(drain.perSecond()));
        results.judge(drain.judge(capacity, crowding.asFast()));
    }

    /** Returns when latencies are as before, or when the time is over. */
    private void again(Reference reference) {
        long begun = System.nanoTime();
        publish(crowding.capacity() * USUALLY);
        Percentiles now;
        do {
            cluster.sink().forgetLatencies();
            FixedPause.sleep(crowding.looking());
            now = latencies(CROWDED);
        } while (!config.baseline().holds(reference.crowded, now) && System.nanoTime() - begun < UNTIL_USUAL.toNanos());
        results.figure(
                "latency is normal again, seconds after the drain",
                "%.0f".formatted((System.nanoTime() - begun) / NANOS));
        results.judge(
                config.baseline().judge("latency is normal within a minute after the drain", reference.crowded, now));
    }

    private void complete() {
        long missing = 0;
        for (int i = 0; i < crowded.size(); i++) {
            missing += missing(crowded.get(i), CROWDED + i);
        }
        missing += missing(calm, CALM) + missing(behind, BEHIND);
        var responses =
                crowded.stream().map(each -> each.takeResponses().toString()).toList();
        results.figure(
                "events accepted, and the responses to their publishers", "%,d, %s".formatted(accepted(), responses));
        results.judge(CheckResult.never("accepted events that never came", missing));
    }

    private long missing(LoadGenerator generator, String group) {
        generator.stop();
        return cluster.missing(generator.accepted(), group, PATIENCE);
    }

    @Override
    public void close() {
        crowded.forEach(LoadGenerator::close);
        calm.close();
        behind.close();
    }
}
