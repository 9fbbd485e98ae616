package io.tidings.contract.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A query of the timeline, as the parameters of a request. */
public sealed interface TimelineQuery {
    /** The most rows of one response. */
    int MOST_ROWS = 1000;

    /** Everything about the events with this id. */
    record OfEvent(String topic, String eventId) implements TimelineQuery {}

    /**
     * The attempts for a subscription, newest first.
     *
     * @param uid of the subscription; null for all that have had its name, as in the other queries
     */
    record Attempts(SubscriptionKey subscription, @Nullable String uid, Selection selection) implements TimelineQuery {
        public Attempts(SubscriptionKey subscription, Selection selection) {
            this(subscription, null, selection);
        }
    }

    /** The dead letters of a subscription, newest first. */
    record DeadLetters(
            SubscriptionKey subscription, @Nullable String uid, Selection selection) implements TimelineQuery {
        public DeadLetters(SubscriptionKey subscription, Selection selection) {
            this(subscription, null, selection);
        }
    }

    /** The rejected events of a topic, newest first. */
    record Rejected(String topic, Selection selection) implements TimelineQuery {}

    /** The deliveries of a subscription that wait for their next attempt, counted by tier. */
    record Pending(SubscriptionKey subscription, @Nullable String uid) implements TimelineQuery {}

    /** The deliveries of all subscriptions that wait for their next attempt, counted by tier. */
    record AllPending() implements TimelineQuery {}

    /** The same, counted by the uid of their subscription. */
    record PendingBySubscription() implements TimelineQuery {}

    /**
     * The counts of a subscription in each minute, or in longer parts of the time.
     *
     * @param to exclusive
     * @param step the length of the parts; earlier releases do not read it, and respond with minutes
     */
    record Minutes(SubscriptionKey subscription, @Nullable String uid, Instant from, Instant to, Duration step)
            implements TimelineQuery {
        public Minutes {
            if (step.toSeconds() < 1) {
                throw new IllegalArgumentException("parts of " + step);
            }
        }
    }

    /** The counts of all topics in each minute since a time. */
    record Recent(Instant from) implements TimelineQuery {}

    /** The sums of the lines of all subscriptions in each minute since a time. Earlier releases do not know it. */
    record Total(Instant from) implements TimelineQuery {}

    /** The counts of each subscription in each minute since a time. */
    record RecentBySubscription(Instant from) implements TimelineQuery {}

    /**
     * @param word the outcome or the status of attempts, the reason of dead letters and rejections; null for any
     * @param from null for the beginning
     * @param to exclusive; null for now
     * @param eventId null for any
     * @param after the row that the former page ended with; null for the first page
     */
    record Selection(
            @Nullable String word,
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable String eventId,
            @Nullable String after,
            int top) {
        public Selection {
            if (top < 1 || top > MOST_ROWS) {
                throw new IllegalArgumentException(top + " rows");
            }
        }
    }

    /** Returns the query of a URL. */
    default String parameters() {
        return switch (this) {
            case OfEvent(var topic, var id) -> joined("of", "event", "topic", topic, "eventId", id);
            case Attempts(var subscription, var uid, var rows) ->
                rows("attempts", "subscription", subscription, uid, rows);
            case DeadLetters(var subscription, var uid, var rows) ->
                rows("deadLetters", "subscription", subscription, uid, rows);
            case Rejected(var topic, var rows) -> rows("rejected", "topic", topic, null, rows);
            case Pending(var subscription, var uid) ->
                joined("of", "pending", "subscription", subscription, "uid", uid);
            case AllPending() -> joined("of", "allPending");
            case PendingBySubscription() -> joined("of", "pendingBySubscription");
            case Minutes(var subscription, var uid, var from, var to, var step) ->
                joined("of", "minutes", "subscription", subscription, "uid", uid, "from", from, "to", to, "step", step);
            case Recent(var from) -> joined("of", "recent", "from", from);
            case Total(var from) -> joined("of", "total", "from", from);
            case RecentBySubscription(var from) -> joined("of", "recentBySubscription", "from", from);
        };
    }

    /** @param owner of the rows: a subscription or a topic */
    private static String rows(String of, String owner, Object name, @Nullable String uid, Selection rows) {
        return joined("of", of, owner, name, "uid", uid, "from", rows.from(), "to", rows.to())
                + "&"
                + joined("word", rows.word(), "eventId", rows.eventId(), "after", rows.after(), "top", rows.top());
    }

    /** @param all names, each followed by its value; null for none */
    private static String joined(@Nullable Object... all) {
        var joined = new StringJoiner("&");
        for (int i = 0; i < all.length; i += 2) {
            if (all[i + 1] != null) {
                joined.add(all[i] + "=" + URLEncoder.encode(String.valueOf(all[i + 1]), UTF_8));
            }
        }
        return joined.toString();
    }

    /**
     * @param query of a URL, not decoded
     * @throws IllegalArgumentException if it is no such query
     */
    static TimelineQuery parse(String query) {
        var all = new LinkedHashMap<String, String>();
        for (var pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                all.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
            }
        }
        try {
            return of(all);
        } catch (DateTimeException | NumberFormatException e) {
            throw new IllegalArgumentException("no query of the timeline: " + e.getMessage(), e);
        }
    }

    private static TimelineQuery of(Map<String, String> all) {
        var of = required(all, "of");
        return switch (of) {
            case "event" -> new OfEvent(required(all, "topic"), required(all, "eventId"));
            case "attempts" -> new Attempts(subscription(all), all.get("uid"), selection(all));
            case "deadLetters" -> new DeadLetters(subscription(all), all.get("uid"), selection(all));
            case "rejected" -> new Rejected(required(all, "topic"), selection(all));
            case "pending" -> new Pending(subscription(all), all.get("uid"));
            case "allPending" -> new AllPending();
            case "pendingBySubscription" -> new PendingBySubscription();
            case "minutes" ->
                new Minutes(
                        subscription(all),
                        all.get("uid"),
                        Instant.parse(required(all, "from")),
                        Instant.parse(required(all, "to")),
                        Duration.parse(all.getOrDefault("step", "PT1M")));
            case "recent" -> new Recent(Instant.parse(required(all, "from")));
            case "total" -> new Total(Instant.parse(required(all, "from")));
            case "recentBySubscription" -> new RecentBySubscription(Instant.parse(required(all, "from")));
            default -> throw new IllegalArgumentException("the timeline does not know of " + of);
        };
    }

    private static Selection selection(Map<String, String> all) {
        return new Selection(
                all.get("word"),
                Optional.ofNullable(all.get("from")).map(Instant::parse).orElse(null),
                Optional.ofNullable(all.get("to")).map(Instant::parse).orElse(null),
                all.get("eventId"),
                all.get("after"),
                Integer.parseInt(required(all, "top")));
    }

    private static SubscriptionKey subscription(Map<String, String> all) {
        var key = required(all, "subscription");
        return SubscriptionKey.parse(key).orElseThrow(() -> new IllegalArgumentException("no subscription: " + key));
    }

    private static String required(Map<String, String> all, String name) {
        var value = all.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no " + name);
        }
        return value;
    }
}
