package io.tidings.benchmark.campaign.overload;

import io.tidings.benchmark.campaign.fault.Waiting;
import io.tidings.benchmark.campaign.overload.Extent.Absence;
import io.tidings.benchmark.campaign.overload.judge.Judged;
import io.tidings.benchmark.traffic.Audience;
import java.time.Duration;

/** Publishes while there is no broker: what does not fit into the buffer is refused, and nothing else gives way. */
final class BrokerAway {
    private static final String TOPIC = "absence";
    private static final int UNAVAILABLE = 503;
    private static final int OK = 200;
    private static final int MEGABYTE = 1 << 20;
    private static final double BUFFER = 32;
    private static final String AVAILABLE = "kafka_producer_buffer_available_bytes";
    private static final String TOTAL = "kafka_producer_buffer_total_bytes";

    /** What a request waits for the buffer and for the brokers, and the machine for itself. */
    private static final double SLOWEST = 20;

    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration FILLING = Duration.ofSeconds(2);
    private static final Duration UNTIL_BACK = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS = 1e9;

    private final Village village;
    private final Notes notes;
    private final Absence absence;
    private final Poster poster;

    BrokerAway(Village village, Notes notes, Extent extent) {
        this.village = village;
        this.notes = notes;
        this.absence = extent.absence();
        village.subscribe(
                TOPIC, Audience.even(TOPIC, 1, extent.partitions()), _ -> village.address(0) + "/" + TOPIC + "/ok");
        poster = village.poster(TOPIC, new Poster.Load(absence.eventBytes(), 1, absence.publishers()));
    }

    void run() {
        try (poster) {
            go();
            notes.discardLooks(); // from nothing to as much as may wait is no growth
            notes.phaseWithEnds("broker away", this::refused);
            notes.phaseWithEnds("broker back", this::comeBack);
            poster.stop();
            notes.judge(Judged.never(
                    "events accepted before, meanwhile or after that never came",
                    village.missing(poster.accepted(), TOPIC, PATIENCE)));
        }
    }

    /** Until every publisher has a request open all the time, more than can be answered. */
    private void go() {
        poster.post(absence.publishers()); // so that its topic is known, and events fill the buffer
        poster.takeAnswers();
        village.brokers().killAll();
        poster.pace(absence.publishers() * 100.0);
        Waiting.sleep(FILLING);
    }

    private void comeBack() {
        long begun = System.nanoTime();
        village.brokers().startAll();
        recovered(begun);
        village.awaitReady();
    }

    private void refused() {
        double most = buffered(absence.lasting());
        notes.look();
        poster.stop();
        var answers = poster.takeAnswers();
        notes.figure("answers while the broker was away", answers.toString());
        notes.figure("buffered most while the broker was away, MB", "%.1f".formatted(most));
        notes.judge(
                Judged.atLeast("503 is answered while the broker is away", 1, (double) answers.with(UNAVAILABLE), ""));
        notes.judge(Judged.never("other answers while the broker is away", answers.all() - answers.with(UNAVAILABLE)));
        notes.judge(Judged.never("503 without Retry-After", answers.with(UNAVAILABLE) - answers.withRetryAfter()));
        notes.judge(Judged.atMost(
                "the slowest answer, s", SLOWEST, answers.slowest().toMillis() / 1e3, ""));
        notes.judge(Judged.atMost("the buffer of ingest is bounded", BUFFER, most, "MB"));
    }

    /** The most megabytes that wait for the broker meanwhile. */
    private double buffered(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        double most = 0;
        while (System.nanoTime() - end < 0) {
            var metrics = village.ingest().metrics();
            most = Math.max(most, (metrics.sum(TOTAL) - metrics.sum(AVAILABLE)) / MEGABYTE);
            Waiting.sleep(LOOK);
        }
        return most;
    }

    /** Since then the broker was on its way back. */
    private void recovered(long begun) {
        boolean back = false;
        while (!back && System.nanoTime() - begun < UNTIL_BACK.toNanos()) {
            poster.post(1);
            back = poster.takeAnswers().with(OK) > 0;
        }
        notes.judge(Judged.atMost(
                "200 is answered again, s after the broker's start",
                UNTIL_BACK.toMillis() / 1e3,
                back ? (System.nanoTime() - begun) / NANOS : Double.POSITIVE_INFINITY,
                ""));
        poster.post(absence.publishers());
    }
}
