package io.tidings.benchmark.campaign.overload;

import io.tidings.benchmark.campaign.fault.Waiting;
import io.tidings.benchmark.campaign.overload.Extent.Crowding;
import io.tidings.benchmark.campaign.overload.judge.Draining;
import io.tidings.benchmark.campaign.overload.judge.Judged;
import io.tidings.benchmark.campaign.overload.judge.Usual;
import io.tidings.benchmark.report.Percentiles;
import io.tidings.benchmark.traffic.Audience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes twice of what can be delivered, to topics whose endpoints take a fixed time for each request, beside a topic
 * that nothing is wrong with; then lets the backlog drain.
 */
final class Crowd implements AutoCloseable {
    private static final String CROWDED = "crowded";
    private static final String CALM = "calm";
    private static final String BEHIND = "behind";
    private static final int EVENT = 1_024;
    private static final int MOST_REQUESTS = 64;
    private static final double TWICE = 2;
    /** So that everything is compiled that will be needed. */
    private static final double WARM = 0.8;

    /** Before and after it an endpoint gets a tenth of what it can take. */
    private static final double USUALLY = 0.1;
    /** What waits in memory, and what is delivered while Kafka is asked, is missing there. */
    private static final double IN_KAFKA = 0.7;

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(15);
    private static final Duration UNTIL_USUAL = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS = 1e9;

    private final Village village;
    private final Notes notes;
    private final Extent extent;
    private final Crowding crowding;
    private final List<Poster> crowded = new ArrayList<>();
    private final Poster calm;
    private final Poster behind;

    Crowd(Village village, Notes notes, Extent extent) {
        this.village = village;
        this.notes = notes;
        this.extent = extent;
        this.crowding = extent.crowding();
        for (int i = 0; i < crowding.endpoints(); i++) {
            crowded.add(topic(CROWDED + i, i, "slow/" + crowding.answer().toMillis(), batch()));
        }
        calm = topic(CALM, extent.partitions() - 1, "ok", 1);
        behind = topic(BEHIND, 0, "ok", 1);
    }

    /** So that some tens of requests a second are enough. */
    private int batch() {
        return Math.clamp(Math.round(crowding.capacity() / 100), 1, 20);
    }

    private Poster topic(String name, int partition, String behaviour, int perRequest) {
        village.subscribe(
                name,
                Audience.alone(name, partition, extent.partitions()),
                _ -> "%s/%s/%s".formatted(village.address(partition), name, behaviour));
        return village.poster(name, new Poster.Load(EVENT, perRequest, MOST_REQUESTS));
    }

    void run() {
        var reference = new Reference();
        reference.measure();
        double capacity = capacity();
        notes.phase("overload", () -> overload(capacity, reference));
        notes.phase("draining", () -> drain(capacity));
        again(reference);
        complete();
    }

    /** What latencies are while nothing is wrong. */
    private final class Reference {
        private Percentiles crowded = latencies(CROWDED);
        private Percentiles calm = crowded;

        void measure() {
            Crowd.this.calm.pace(crowding.calm());
            behind.pace(crowding.calm());
            publish(crowding.capacity() * WARM);
            Waiting.sleep(crowding.looking());
            publish(crowding.capacity() * USUALLY);
            Waiting.sleep(crowding.looking());
            catchUp();
            village.sink().forgetLatencies();
            Waiting.sleep(crowding.looking());
            crowded = latencies(CROWDED);
            calm = latencies(CALM);
            notes.figure("latency of the endpoints before it, p50, p99", Usual.text(crowded));
            notes.figure("latency of another topic before it, p50, p99", Usual.text(calm));
        }
    }

    /** What has come up while everything was started would be measured, too. */
    private void catchUp() {
        long begun = System.nanoTime();
        while (backlog() > crowding.capacity() * USUALLY && System.nanoTime() - begun < PATIENCE.toNanos()) {
            Waiting.sleep(LOOK);
        }
    }

    private Percentiles latencies(String group) {
        return Percentiles.of(village.sink().latencies(group));
    }

    /** To all of them together. */
    private void publish(double perSecond) {
        crowded.forEach(each -> each.pace(perSecond / crowded.size()));
    }

    /** More than they can take, for a while; it leaves a backlog. */
    private double capacity() {
        publish(crowding.capacity() * TWICE);
        Waiting.sleep(crowding.looking());
        // What has come up before is delivered, too, when a machine was held up.
        double capacity = Math.min(rate(crowding.looking()), crowding.capacity());
        notes.figure("capacity, deliveries a second", "%,.0f".formatted(capacity));
        return capacity;
    }

    private double rate(Duration time) {
        long before = delivered();
        long begun = System.nanoTime();
        Waiting.sleep(time);
        return (delivered() - before) * NANOS / (System.nanoTime() - begun);
    }

    private long delivered() {
        return village.sink().counts(CROWDED, Integer.MAX_VALUE).distinct();
    }

    private long accepted() {
        return crowded.stream().mapToLong(each -> each.accepted().cardinality()).sum();
    }

    private long backlog() {
        return accepted() - delivered();
    }

    private void overload(double capacity, Reference reference) {
        publish(capacity * TWICE);
        village.sink().forgetLatencies();
        long accepted = accepted();
        long delivered = delivered();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < crowding.overload().toNanos()) {
            long left = crowding.overload().toNanos() - (System.nanoTime() - begun);
            Waiting.sleep(Duration.ofNanos(Math.min(left, BETWEEN_WORDS.toNanos())));
            village.say("backlog %,d".formatted(backlog()));
        }
        double seconds = (System.nanoTime() - begun) / NANOS;
        double published = (accepted() - accepted) / seconds;
        crowded.forEach(Poster::stop);
        var others = latencies(CALM);
        var neighbour = latencies(BEHIND);
        long unmatched = village.lag().events();
        long lag = village.lag().deliveries();
        long putOff = village.lag().retries();
        long backlog = backlog();
        notes.figure("published a second during the overload", "%,.0f".formatted(published));
        notes.figure("delivered a second during the overload", "%,.0f".formatted((delivered() - delivered) / seconds));
        notes.figure(
                "backlog at its end, and lag of deliveries, tiers and events",
                "%,d, %,d, %,d, %,d".formatted(backlog, lag, putOff, unmatched));
        notes.figure("latency behind an overloaded one in its partition, p50, p99", Usual.text(neighbour));
        notes.judge(Judged.atLeast(
                "more is published than can be delivered, times", crowding.tooMuch(), published / capacity, ""));
        notes.judge(Judged.atLeast(
                "the backlog is in Kafka, share of it", IN_KAFKA, (double) (lag + putOff + unmatched) / backlog, ""));
        notes.judge(extent.usual().judge("other topics are as fast as before", reference.calm, others));
    }

    private void drain(double capacity) {
        var draining = new Draining();
        long begun = System.nanoTime();
        long patience = begun + PATIENCE.toNanos() + Math.round(TWICE * backlog() / capacity * NANOS);
        long word = begun;
        long backlog;
        do {
            backlog = backlog();
            draining.noted(Duration.ofNanos(System.nanoTime() - begun), backlog);
            if (System.nanoTime() - word > BETWEEN_WORDS.toNanos()) {
                word = System.nanoTime();
                village.say("backlog %,d".formatted(backlog));
            }
            Waiting.sleep(LOOK);
        } while (backlog > capacity && System.nanoTime() - patience < 0);
        notes.figure("drained, seconds", "%,.0f".formatted(draining.duration().toMillis() / 1e3));
        notes.figure("delivered a second while it drained", "%,.0f".formatted(draining.perSecond()));
        notes.judge(draining.judge(capacity, crowding.asFast()));
    }

    /** Returns when latencies are what they were, or should have been. */
    private void again(Reference reference) {
        long begun = System.nanoTime();
        publish(crowding.capacity() * USUALLY);
        Percentiles now;
        do {
            village.sink().forgetLatencies();
            Waiting.sleep(crowding.looking());
            now = latencies(CROWDED);
        } while (!extent.usual().holds(reference.crowded, now) && System.nanoTime() - begun < UNTIL_USUAL.toNanos());
        notes.figure(
                "latency is normal again, seconds after the drain",
                "%.0f".formatted((System.nanoTime() - begun) / NANOS));
        notes.judge(extent.usual().judge("latency is normal within a minute after the drain", reference.crowded, now));
    }

    private void complete() {
        long missing = 0;
        for (int i = 0; i < crowded.size(); i++) {
            missing += missing(crowded.get(i), CROWDED + i);
        }
        missing += missing(calm, CALM) + missing(behind, BEHIND);
        var answers =
                crowded.stream().map(each -> each.takeAnswers().toString()).toList();
        notes.figure("events accepted, and the answers to their publishers", "%,d, %s".formatted(accepted(), answers));
        notes.judge(Judged.never("accepted events that never came", missing));
    }

    private long missing(Poster poster, String group) {
        poster.stop();
        return village.missing(poster.accepted(), group, PATIENCE);
    }

    @Override
    public void close() {
        crowded.forEach(Poster::close);
        calm.close();
        behind.close();
    }
}
