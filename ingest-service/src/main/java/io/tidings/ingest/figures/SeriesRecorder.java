package io.tidings.ingest.figures;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineQuery.Total;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.ingest.figures.CountSeries.Counted;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import io.tidings.runtime.IntervalTimer;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the counts of all subscriptions every few seconds, and keeps the series of the busiest subscriptions and of
 * each topic and domain since its start. Thread-safe.
 */
public final class SeriesRecorder implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SeriesRecorder.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration INTERVAL_OF_LAGS = Duration.ofSeconds(30);

    /** Workers write the counts of a minute when it is over, and the timeline reads them seconds later. */
    private static final Duration MAY_CHANGE = Duration.ofMinutes(3);

    private static final Duration MOST_BEHIND = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /** The share of what made a subscription busy that is left at the next look, so that an hour counts. */
    private static final double FADING = Math.exp(-(double) INTERVAL.toSeconds() / HOUR.toSeconds());

    private final ResourceTable table;
    private final CountsTable counts;
    private final Timeline timeline;
    private final int most;
    private final Instant since;
    private final IntervalTimer timer = new IntervalTimer("series-recorder");
    private final Map<CountedSubscription, Known> known = new HashMap<>();
    private final Map<String, CountSeries> topics = new HashMap<>();
    private boolean first = true;
    private int recorded;
    private Instant failuresUntil;
    /** The lines of all subscriptions in the parts of each period: at most one for each part. */
    private final Map<FigurePeriod, TreeMap<Instant, StatsLine>> totals = new EnumMap<>(FigurePeriod.class);

    private Instant totalsUntil;

    private static final class Known {
        private DeliveryCounts counts;
        private double busy;
        private @Nullable CountSeries series;

        Known(DeliveryCounts counts) {
            this.counts = counts;
        }
    }

    private record Change(DeliveryCounts before, DeliveryCounts after) {
        Change plus(Change other) {
            return new Change(before.plus(other.before), after.plus(other.after));
        }

        /** Returns how many deliveries began or ended. */
        long size() {
            return Math.max(0, after.taken() - before.taken())
                    + Math.max(0, after.taken() - after.waiting() - before.taken() + before.waiting());
        }
    }

    SeriesRecorder(ResourceTable table, CountsTable counts, Timeline timeline, int most, Instant since) {
        this.table = table;
        this.counts = counts;
        this.timeline = timeline;
        this.most = most;
        this.since = since;
        this.failuresUntil = since.truncatedTo(ChronoUnit.MINUTES);
        this.totalsUntil = failuresUntil;
    }

    /**
     * Looks at once, and then every few seconds.
     *
     * @param lags asks how many records of their sources are not read yet, by topic
     * @param most of the subscriptions that have a series of their own
     */
    public static SeriesRecorder start(
            ResourceTable table,
            CountsTable counts,
            Timeline timeline,
            Supplier<Map<String, Long>> lags,
            int most,
            InstantSource clock) {
        var recorder = new SeriesRecorder(table, counts, timeline, most, clock.instant());
        recorder.look(clock.instant());
        recorder.timer.every(INTERVAL, () -> {
            recorder.look(clock.instant());
            recorder.lookForFailures(clock.instant());
        });
        recorder.timer.every(INTERVAL_OF_LAGS, () -> recorder.lagging(clock.instant(), lags.get()));
        return recorder;
    }

    /** Returns when it began: nothing is known of the time before. */
    Instant since() {
        return since;
    }

    /** Returns how many subscriptions may have a series of their own. */
    int most() {
        return most;
    }

    /** Returns whether some subscription may have none. */
    synchronized boolean full() {
        return recorded >= most;
    }

    /** Returns what is known of a subscription, by the beginnings of the parts; nothing if others are busier. */
    synchronized SortedMap<Instant, Counted> of(CountedSubscription subscription, FigurePeriod period, Instant now) {
        var found = known.get(subscription);
        return found == null || found.series == null ? new TreeMap<>() : found.series.parts(period, now);
    }

    /** Returns the sums of topics, by the beginnings of the parts. */
    synchronized SortedMap<Instant, Counted> ofTopics(Predicate<String> wanted, FigurePeriod period, Instant now) {
        var sums = new TreeMap<Instant, Counted>();
        topics.forEach((topic, series) -> {
            if (wanted.test(topic)) {
                series.parts(period, now).forEach((start, counted) -> sums.merge(start, counted, Counted::plus));
            }
        });
        return sums;
    }

    /** Returns the sums of the lines of all subscriptions, by the beginnings of the parts. */
    synchronized SortedMap<Instant, StatsLine> totals(FigurePeriod period) {
        return new TreeMap<>(totals.getOrDefault(period, new TreeMap<>()));
    }

    synchronized void look(Instant now) {
        var sums = new HashMap<String, Change>();
        var present = new HashSet<CountedSubscription>();
        Known idlest = null;
        Known busiest = null;
        for (var entry : table.subscriptions()) {
            var key = CountedSubscription.of(entry);
            present.add(key);
            var after = counts.of(key);
            var each = known.computeIfAbsent(key, _ -> new Known(first ? after : DeliveryCounts.NONE));
            var change = new Change(each.counts, after);
            each.counts = after;
            each.busy = each.busy * FADING + change.size();
            if (each.series == null && recorded < most) {
                each.series = new CountSeries();
                recorded++;
            }
            if (each.series != null) {
                each.series.seen(now, change.before(), change.after());
                idlest = idlest == null || each.busy < idlest.busy ? each : idlest;
            } else {
                busiest = busiest == null || each.busy > busiest.busy ? each : busiest;
            }
            sums.merge(DomainTopic.owner(key.key().topic()), change, Change::plus); // a series takes 10 KB
        }
        first = false;
        forgetOthers(present);
        makeRoom(idlest, busiest);
        topics.keySet().retainAll(sums.keySet());
        sums.forEach((topic, change) ->
                topics.computeIfAbsent(topic, _ -> new CountSeries()).seen(now, change.before(), change.after()));
    }

    private void forgetOthers(Set<CountedSubscription> present) {
        known.entrySet().removeIf(each -> {
            boolean gone = !present.contains(each.getKey());
            if (gone && each.getValue().series != null) {
                recorded--;
            }
            return gone;
        });
    }

    /** Subscriptions that are about as busy keep their places. */
    private static void makeRoom(@Nullable Known idlest, @Nullable Known busiest) {
        if (idlest != null && busiest != null && busiest.busy > 2 * idlest.busy + 1) {
            idlest.series = null;
            busiest.series = new CountSeries();
        }
    }

    /** Adds the failed attempts, and the lines of all, of the minutes that are over for some time. */
    void lookForFailures(Instant now) {
        var until = now.minus(MAY_CHANGE).truncatedTo(ChronoUnit.MINUTES);
        var from = unread(failuresUntil, until);
        if (from.isBefore(until)) {
            complete(new Recent(from)).ifPresent(result -> addFailures(result, from, until));
        }
        var first = unread(totalsUntil, until);
        if (first.isBefore(until)) {
            complete(new Total(first)).ifPresent(result -> addTotals(result, first, until));
        }
    }

    private static Instant unread(Instant read, Instant until) {
        var earliest = until.minus(HOUR);
        return read.isBefore(earliest) ? earliest : read;
    }

    /** Returns empty while the timeline does not know all of it, or is of a release that does not know the query. */
    private Optional<TimelineResult> complete(TimelineQuery query) {
        try {
            return Optional.of(timeline.ask(query)).filter(SeriesRecorder::isComplete);
        } catch (TimelineUnavailableException e) {
            log.debug("the timeline could not be asked for attempts", e);
            return Optional.empty();
        }
    }

    private synchronized void addTotals(TimelineResult result, Instant from, Instant until) {
        for (var period : FigurePeriod.values()) {
            var parts = totals.computeIfAbsent(period, _ -> new TreeMap<>());
            for (var line : result.minutes()) {
                if (!line.minute().isBefore(from) && line.minute().isBefore(until)) {
                    var part = line.in(period.step());
                    parts.merge(part.minute(), part, StatsLine::plus);
                }
            }
            parts.headMap(period.starts(until).getFirst()).clear();
        }
        totalsUntil = until;
    }

    private static boolean isComplete(TimelineResult result) {
        var behind = result.behind();
        return result.incomplete().isEmpty() && behind != null && behind.compareTo(MOST_BEHIND) < 0;
    }

    private synchronized void addFailures(TimelineResult result, Instant from, Instant until) {
        for (var each : result.active()) {
            var series = topics.get(each.owner());
            if (series != null && !each.minute().isBefore(from) && each.minute().isBefore(until)) {
                series.failed(each.minute(), each.failed());
            }
        }
        failuresUntil = until;
    }

    synchronized void lagging(Instant now, Map<String, Long> lags) {
        lags.forEach((topic, lag) -> {
            var series = topics.get(topic);
            if (series != null) {
                series.lagging(now, lag);
            }
        });
    }

    @Override
    public void close() {
        timer.close();
    }
}
