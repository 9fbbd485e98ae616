package io.tidings.testbed.sink;

import java.time.Duration;
import java.util.List;

/** The reaction of the endpoint of a path to a request. */
sealed interface SinkBehaviour {
    record Responds(int status) implements SinkBehaviour {
        static final Responds OK = new Responds(200);
    }

    /** Responds 200 later, without holding a thread. */
    record Slow(Duration delay) implements SinkBehaviour {}

    /** Every n-th request fails. */
    record Flaky(int every, int status) implements SinkBehaviour {}

    /** Never responds. */
    record Hangs() implements SinkBehaviour {}

    /** Responds 200, and ends the connection. */
    record Closes() implements SinkBehaviour {}

    /**
     * Reads a behaviour.
     *
     * @param words of a path: {@code ok}, {@code status/503}, {@code slow/200}, {@code flaky/10/503}, {@code hang},
     *     {@code close}
     */
    static SinkBehaviour of(List<String> words) {
        return switch (String.join(" ", words).replaceAll("[0-9]+", "n")) {
            case "ok" -> Responds.OK;
            case "status n" -> new Responds(number(words, 1));
            case "slow n" -> new Slow(Duration.ofMillis(number(words, 1)));
            case "flaky n n" -> new Flaky(number(words, 1), number(words, 2));
            case "hang" -> new Hangs();
            case "close" -> new Closes();
            default ->
                throw new IllegalArgumentException("no behaviour: " + words
                        + "; take ok, status/N, slow/MILLISECONDS, flaky/EVERY/STATUS, hang or close");
        };
    }

    private static int number(List<String> words, int index) {
        return Integer.parseInt(words.get(index));
    }

    /** The behaviour to the n-th request of a path. */
    default SinkBehaviour at(long request) {
        return switch (this) {
            case Flaky(int every, int status) -> request % every == 0 ? new Responds(status) : Responds.OK;
            case Responds _, Slow _, Hangs _, Closes _ -> this;
        };
    }

    /** True if the events of the request are delivered. */
    default boolean accepts() {
        return switch (this) {
            case Responds(int status) -> status / 100 == 2;
            case Slow _, Closes _ -> true;
            case Flaky _, Hangs _ -> false;
        };
    }
}
