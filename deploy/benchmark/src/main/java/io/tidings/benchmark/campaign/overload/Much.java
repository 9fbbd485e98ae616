package io.tidings.benchmark.campaign.overload;

import io.tidings.benchmark.campaign.fault.Waiting;
import io.tidings.benchmark.campaign.overload.Extent.Burdens;
import io.tidings.benchmark.campaign.overload.judge.Judged;
import io.tidings.benchmark.campaign.overload.judge.Usual;
import io.tidings.benchmark.report.Percentiles;
import io.tidings.benchmark.stage.Load;
import io.tidings.benchmark.stage.Progress;
import io.tidings.benchmark.traffic.Audience;
import io.tidings.benchmark.traffic.Records;
import io.tidings.benchmark.traffic.Writer;
import io.tidings.contract.RetryTier;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Much of everything, one after the other, while the heaps are looked at. */
final class Much {
    private static final String WIDE = "wide";
    private static final String LARGE = "large";
    private static final String FULL = "full";
    private static final String MANY = "many";
    private static final String SOUND = "sound";
    private static final String HANGING = "hanging";
    private static final int MEGABYTE = 1 << 20;
    private static final int SMALL = 208;
    private static final int KILOBYTE = 1_024;
    private static final int FULL_REQUEST = 5_000;
    private static final int AT_ONCE = 32;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final double NANOS = 1e9;
    private static final List<RetryTier> LONG = List.of(
            RetryTier.THIRTY_MINUTES,
            RetryTier.ONE_HOUR,
            RetryTier.THREE_HOURS,
            RetryTier.SIX_HOURS,
            RetryTier.TWELVE_HOURS);

    private final Village village;
    private final Notes notes;
    private final Extent extent;
    private final Burdens burdens;
    private final PrintStream out;
    private long wideRead;

    Much(Village village, Notes notes, Extent extent, PrintStream out) {
        this.village = village;
        this.notes = notes;
        this.extent = extent;
        this.burdens = extent.burdens();
        this.out = out;
    }

    void run() {
        notes.phase("events of 1 MiB", this::large);
        notes.phase("requests of 5,000 events", this::full);
        notes.phase("%,d subscriptions".formatted(burdens.subscriptions()), this::subscriptions);
        notes.phase("%,d pending retries".formatted(burdens.pending()), this::pending);
        notes.phase("%,d of %,d endpoints hang".formatted(burdens.hanging(), burdens.endpoints()), this::hanging);
    }

    private void large() {
        publish(LARGE, new Poster.Load(MEGABYTE, 1, AT_ONCE), burdens.large());
    }

    private void full() {
        publish(FULL, new Poster.Load(SMALL, FULL_REQUEST, AT_ONCE), burdens.full());
    }

    private void publish(String topic, Poster.Load load, int requests) {
        village.subscribe(
                topic, Audience.even(topic, 1, extent.partitions()), _ -> village.address(0) + "/" + topic + "/ok");
        try (var poster = village.poster(topic, load)) {
            long begun = System.nanoTime();
            poster.post(Math.ceilDiv(requests, 2) * load.perRequest());
            notes.look();
            poster.post(requests / 2 * load.perRequest());
            var accepted = poster.accepted();
            long missing = village.missing(accepted, topic, PATIENCE);
            double seconds = (System.nanoTime() - begun) / NANOS;
            notes.figure(
                    "%s: events accepted, delivered a second, answers".formatted(topic),
                    "%,d, %,.0f, %s"
                            .formatted(accepted.cardinality(), accepted.cardinality() / seconds, poster.takeAnswers()));
            notes.judge(Judged.never("%s: accepted events that never came".formatted(topic), missing));
            notes.judge(Judged.atLeast(
                    "%s: accepted of what was published".formatted(topic),
                    0.99,
                    (double) accepted.cardinality() / poster.posted(),
                    ""));
        }
    }

    /** Each gets every event. */
    private void subscriptions() {
        wideRead = village.subscribe(
                WIDE,
                Audience.even(WIDE, burdens.subscriptions(), extent.partitions()),
                index -> "%s/%s%d/ok".formatted(village.address(0), WIDE, index));
        try (var poster = village.poster(WIDE, new Poster.Load(KILOBYTE, 1, AT_ONCE))) {
            poster.post(1);
            arrived(WIDE, burdens.subscriptions());
            notes.discardLooks(); // what is known of each of them is no growth
            long begun = System.nanoTime();
            poster.post(burdens.forAll());
            notes.look();
            long owed = (long) poster.accepted().cardinality() * burdens.subscriptions();
            long missing = owed - arrived(WIDE, owed);
            notes.figure("%s: deliveries a second".formatted(WIDE), perSecond(owed - burdens.subscriptions(), begun));
            notes.judge(Judged.never("%s: deliveries that never came".formatted(WIDE), missing));
        }
    }

    private static String perSecond(long number, long begun) {
        return "%,.0f".formatted(number * NANOS / (System.nanoTime() - begun));
    }

    /** What has come to all groups that start so, when it is enough or patience is at its end. */
    private long arrived(String groups, long enough) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        long arrived = village.sink().counts(groups, Integer.MAX_VALUE).distinct();
        while (arrived < enough && System.nanoTime() - end < 0) {
            Waiting.sleep(LOOK);
            arrived = village.sink().counts(groups, Integer.MAX_VALUE).distinct();
        }
        return arrived;
    }

    /** They are written as the worker would have written them, and none comes due before this is over. */
    private void pending() {
        var audience = Audience.even(WIDE, burdens.subscriptions(), extent.partitions());
        var records = new Records(new Load(1, 1, KILOBYTE, 1, extent.partitions()));
        try (var progress = new Progress(out, "writing %,d retries".formatted(burdens.pending()))) {
            new Writer(village.clients())
                    .write(
                            0,
                            burdens.pending(),
                            number -> {
                                var tier = LONG.get((int) (number % LONG.size()));
                                var due = Instant.now().plus(tier.length());
                                return records.retry(tier, audience.of(number / LONG.size()), number, due, wideRead);
                            },
                            progress);
        }
        notes.look();
        notes.judge(Judged.atLeast(
                "retries that wait in Kafka",
                burdens.pending(),
                (double) village.lag().retries(),
                ""));
    }

    private void hanging() {
        int sound = burdens.endpoints() - burdens.hanging();
        village.subscribe(
                MANY,
                Audience.even(MANY, burdens.endpoints(), extent.partitions()),
                index -> village.address(index)
                        + (index < burdens.hanging() ? "/" + HANGING + "/hang" : "/" + SOUND + index + "/ok"));
        try (var poster = village.poster(MANY, new Poster.Load(KILOBYTE, 1, AT_ONCE))) {
            village.sink().forgetLatencies();
            long begun = System.nanoTime();
            for (int i = 0; i < burdens.forEach(); i++) {
                poster.post(1);
                Waiting.sleep(LOOK);
            }
            notes.look();
            long owed = (long) poster.accepted().cardinality() * sound;
            long missing = owed - arrived(SOUND, owed);
            notes.figure("sound endpoints: deliveries a second", perSecond(owed, begun));
            notes.figure(
                    "sound endpoints: latency p50, p99",
                    Usual.text(Percentiles.of(village.sink().latencies(SOUND))));
            notes.judge(Judged.never("events that sound endpoints never got beside those that hang", missing));
        }
    }
}
