package io.tidings.ingest.timeline;

import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.ingest.http.Listing;
import io.tidings.ingest.http.Request;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The query parameters of lists of events, attempts, dead letters, rejected events and minutes. Pure. */
public final class TimelineParameters {
    private static final String SKIP_TOKEN = "$skiptoken";
    private static final int DEFAULT_TOP = 100;
    private static final int MOST = 1000;
    private static final int USUAL_EVENTS = 50;
    private static final int MOST_EVENTS = 200;

    /** @param to exclusive */
    public record Period(Instant from, Instant to) {}

    private final Request request;
    private final List<Violation> violations = new ArrayList<>();

    private TimelineParameters(Request request) {
        this.request = request;
    }

    /** @param word the parameter that selects by outcome or reason */
    static Validated<Selection> read(Request request, String word) {
        return new TimelineParameters(request).read(word);
    }

    private Validated<Selection> read(String word) {
        var selection = new Selection(
                text(word),
                time("from"),
                time("to"),
                text("eventId"),
                token(),
                Listing.top(request, DEFAULT_TOP, MOST, violations));
        return violations.isEmpty() ? new Validated.Valid<>(selection) : new Validated.Invalid<>(violations);
    }

    /**
     * Reads {@code from} and {@code to}.
     *
     * @param usual how long the period is that ends now, unless they say otherwise
     */
    public static Validated<Period> period(Request request, Instant now, Duration usual) {
        return new TimelineParameters(request).period(now, usual);
    }

    private Validated<Period> period(Instant now, Duration usual) {
        var from = time("from");
        var to = Objects.requireNonNullElse(time("to"), now);
        var begin = (from == null ? to.minus(usual) : from).truncatedTo(ChronoUnit.MINUTES);
        if (begin.isAfter(to)) {
            violations.add(new Violation("from", "must be before to"));
        }
        return violations.isEmpty()
                ? new Validated.Valid<>(new Period(begin, to))
                : new Validated.Invalid<>(violations);
    }

    /** @param kafkaTopics that the places in the log are of */
    static Validated<EventsQuery> events(Request request, List<String> kafkaTopics) {
        return new TimelineParameters(request).events(kafkaTopics);
    }

    private Validated<EventsQuery> events(List<String> kafkaTopics) {
        var query = new EventsQuery(
                text("eventId"),
                text("type"),
                text("subject"),
                text("subscription"),
                text("outcome"),
                text("text"),
                time("from"),
                time("to"),
                cursor(SKIP_TOKEN, kafkaTopics),
                cursor("since", kafkaTopics),
                Listing.top(request, USUAL_EVENTS, MOST_EVENTS, violations));
        if (query.outcome() != null && query.subscription() == null) {
            violations.add(new Violation("outcome", "needs a subscription, whose attempts have outcomes"));
        }
        return violations.isEmpty() ? new Validated.Valid<>(query) : new Validated.Invalid<>(violations);
    }

    private @Nullable Map<TopicPartition, Long> cursor(String name, List<String> kafkaTopics) {
        var text = text(name);
        if (text == null) {
            return null;
        }
        var cursor = LogCursor.parse(kafkaTopics, text);
        if (cursor.isEmpty()) {
            violations.add(new Violation(name, "must be that of a response"));
        }
        return cursor.orElse(null);
    }

    private @Nullable String text(String name) {
        return Listing.text(request, name);
    }

    private @Nullable Instant time(String name) {
        return Listing.time(request, name, violations);
    }

    private @Nullable String token() {
        var text = text(SKIP_TOKEN);
        if (text != null && !text.matches("[0-9a-f]{40}")) {
            violations.add(new Violation(SKIP_TOKEN, "must be that of a nextLink"));
            return null;
        }
        return text;
    }
}
