package io.tidings.worker.desk;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Durations;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.runtime.AdminServer;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The query of a request. A value that is missing or wrong is an {@link IllegalArgumentException} with a sentence. */
record DeskQuery(Map<String, String> values) {
    private static final int MOST_EVENTS = 100;
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(500);
    private static final Duration LONGEST_ASKED = Duration.ofMinutes(2);

    /** Leaves time for a commit, before the connection is closed. */
    private static final Duration LONGEST_WAIT = AdminServer.TO_RESPOND.minusSeconds(10);

    DeskQuery {
        values = Map.copyOf(values);
    }

    static DeskQuery of(URI uri) {
        var values = new HashMap<String, String>();
        var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        for (var pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
            }
        }
        return new DeskQuery(values);
    }

    QueueShare queue() {
        var key = SubscriptionKey.parse(text("queue"))
                .orElseThrow(() -> new IllegalArgumentException("queue must be a topic and a subscription, with a /"));
        return new QueueShare(key, text("uid"), integer("number", 0, Integer.MAX_VALUE));
    }

    int most() {
        return integer("most", 1, MOST_EVENTS);
    }

    /** How long a receive waits: at least until waiting events can be loaded. A caller that wants to wait longer asks again. */
    Duration patience() {
        var asked = Duration.ofMillis(integer("millis", 0, Math.toIntExact(LONGEST_ASKED.toMillis())));
        return Durations.max(Durations.min(asked, LONGEST_WAIT), SHORTEST_WAIT);
    }

    TokenAction action() {
        return switch (text("action")) {
            case "acknowledge" -> new TokenAction.Acknowledge();
            case "reject" -> new TokenAction.Reject();
            case "renew" -> new TokenAction.Renew();
            case "release" ->
                new TokenAction.Release(Duration.ofSeconds(
                        integer("delay", 0, Math.toIntExact(QueueDestination.LONGEST_RENEWED.toSeconds()))));
            case "return" -> new TokenAction.TakeBack();
            default -> throw new IllegalArgumentException("action must be one of those that the worker knows");
        };
    }

    String text(String name) {
        var value = values.get(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    private int integer(String name, int least, int most) {
        var value = text(name);
        if (value.matches("\\d{1,10}")) {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return (int) number;
            }
        }
        throw new IllegalArgumentException(name + " must be " + least + " to " + most);
    }
}
