package io.tidings.ingest.figures;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.WireName;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineQuery.Minutes;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.ingest.access.Role;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.figures.CountSeries.Counted;
import io.tidings.ingest.http.RequestBodies;
import io.tidings.ingest.http.Response;
import io.tidings.ingest.timeline.TimelineApi;
import io.tidings.ingest.timeline.TimelineApi.Timeline;
import io.tidings.ingest.timeline.TimelineParameters;
import io.tidings.ingest.timeline.TimelineParameters.Period;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts by the parts of a period, of a subscription and of all that a token may see, over HTTP. */
public record StatsApi(
        Timeline timeline, ResourceTable table, SeriesRecorder series, SettingsChanges changes, InstantSource clock) {
    private static final double MEDIAN = 0.5;
    private static final double SLOW = 0.99;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String PERIOD = "period";
    private static final String VALUE = "value";
    private static final String FIRST_MINUTE = "minute";

    /** Responds with the parts of a period, or with the minutes between two times. */
    public Response ofSubscription(SubscriptionKey key, ManagedRequest managed) {
        var request = managed.request();
        if (request.parameter(PERIOD).isEmpty()) {
            return switch (TimelineParameters.period(request, clock.instant(), Duration.ofHours(1))) {
                case Validated.Invalid<Period> invalid -> RequestBodies.invalid(invalid.violations());
                case Validated.Valid<Period>(var times) -> minutes(key, times);
            };
        }
        if (request.parameter("from").isPresent() || request.parameter("to").isPresent()) {
            return invalid("cannot stand beside from and to");
        }
        return in(managed, period -> parts(key, period, clock.instant()));
    }

    /** Responds with the parts of a period, for the topics that the token may see. */
    public Response ofAll(ManagedRequest managed) {
        return in(managed, period -> total(managed, period, clock.instant()));
    }

    private static Response in(ManagedRequest managed, Function<FigurePeriod, Response> responder) {
        var word = managed.request().parameter(PERIOD).orElse(FigurePeriod.HOUR.wireName());
        return WireName.inAnyCase(FigurePeriod.class, word)
                .map(responder)
                .orElseGet(() -> invalid(WireName.rule(FigurePeriod.class)));
    }

    private static Response invalid(String rule) {
        return RequestBodies.invalid(List.of(new Violation(PERIOD, rule)));
    }

    private Response minutes(SubscriptionKey key, Period times) {
        var query = new Minutes(key, uid(key), times.from(), times.to(), MINUTE);
        return TimelineApi.ask(timeline, query, result -> {
            if (result.minutes().isEmpty() && table.subscription(key).isEmpty()) {
                return missing(key);
            }
            var json = JsonNodeFactory.instance.objectNode();
            var value = json.putArray(VALUE);
            result.minutes().forEach(line -> value.add(minute(line)));
            return Response.json(200, TimelineApi.completeness(json, result));
        });
    }

    private static Response missing(SubscriptionKey key) {
        return TimelineApi.missing("subscription " + key);
    }

    /** Null if there is none now: then all that have had the name are shown. */
    private @Nullable String uid(SubscriptionKey key) {
        return table.subscription(key).map(SubscriptionEntry::uid).orElse(null);
    }

    private static ObjectNode minute(StatsLine line) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put(FIRST_MINUTE, line.minute().toString())
                .put("delivered", line.delivered())
                .put("failed", line.failed());
        write(line, json);
        return json;
    }

    private static void write(StatsLine line, ObjectNode json) {
        putMillis(json, "p50Ms", line.quantile(MEDIAN));
        putMillis(json, "p99Ms", line.quantile(SLOW));
        putMillis(json, "ageP50Ms", line.quantileOfAges(MEDIAN));
        putMillis(json, "ageP99Ms", line.quantileOfAges(SLOW));
        putUnless(json, "oldestMs", line.oldest().toMillis(), 0L);
        if (!line.outcomes().isEmpty()) {
            var outcomes = json.putObject("outcomes");
            line.outcomes().forEach((outcome, count) -> outcomes.put(outcome, count));
        }
    }

    private static void putMillis(ObjectNode json, String name, Optional<Duration> length) {
        putIfAny(json, name, length.map(Duration::toMillis).orElse(null));
    }

    private Response parts(SubscriptionKey key, FigurePeriod period, Instant now) {
        var starts = period.starts(now);
        var end = starts.getLast().plus(period.step());
        var query = new Minutes(key, uid(key), starts.getFirst(), end, period.step());
        return TimelineApi.ask(
                timeline,
                query,
                result -> table.subscription(key)
                        .map(entry -> parts(entry, period, now, result))
                        .orElseGet(() -> missing(key)));
    }

    private Response parts(SubscriptionEntry entry, FigurePeriod period, Instant now, TimelineResult result) {
        var key = entry.subscription().key();
        var lines = new TreeMap<Instant, StatsLine>();
        for (var line : result.minutes()) { // an earlier release of the timeline has not summed them up
            var part = line.in(period.step());
            lines.merge(part.minute(), part, StatsLine::plus);
        }
        var counted = series.of(CountedSubscription.of(entry), period, now);
        var json = json(period);
        var value = json.putArray(VALUE);
        for (var start : period.starts(now)) {
            var part = minute(lines.getOrDefault(start, new StatsLine(key, null, start, 0, 0, new TreeMap<>())));
            write(counted, start, part);
            value.add(part);
        }
        var marks = json.putArray("changes");
        for (var change : changes.of(key)) {
            var mark = marks.addObject().put("time", change.time().toString());
            putIfAny(mark, "members", change.members());
        }
        var all = counted.isEmpty() && series.full() ? result.with(result.behind(), List.of(leftOut())) : result;
        return Response.json(200, TimelineApi.completeness(json, all));
    }

    private String leftOut() {
        return "matched, dead-lettered, dropped and waiting events are counted for the " + series.most()
                + " busiest subscriptions (stats.max.subscriptions), and this is none of them";
    }

    private ObjectNode json(FigurePeriod period) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(PERIOD, period.wireName())
                .put("step", period.step().toString())
                .put("since", series.since().toString());
    }

    private static void write(Map<Instant, Counted> counted, Instant start, ObjectNode part) {
        var counts = counted.get(start);
        if (counts != null) {
            part.put("matched", counts.matched())
                    .put("deadLettered", counts.deadLettered())
                    .put("dropped", counts.dropped())
                    .put("waiting", counts.waiting());
        }
    }

    private Response total(ManagedRequest managed, FigurePeriod period, Instant now) {
        var counted = series.ofTopics(managed.principal()::sees, period, now);
        var lines = managed.principal().mayForEveryTopic(Role.READER)
                ? series.totals(period)
                : new TreeMap<Instant, StatsLine>();
        var json = json(period);
        var value = json.putArray(VALUE);
        for (var start : period.starts(now)) {
            var part = value.addObject().put(FIRST_MINUTE, start.toString());
            write(counted, start, part);
            var counts = counted.get(start);
            if (counts != null) {
                part.put("delivered", counts.delivered()).put("failed", counts.failed());
                putIfAny(part, "sourceLag", counts.sourceLag());
            }
            var line = lines.get(start);
            if (line != null) {
                write(line, part);
            }
        }
        return Response.json(200, json);
    }
}
