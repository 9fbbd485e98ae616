package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Accepted;
import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import io.tidings.benchmark.campaign.history.Buried;
import io.tidings.benchmark.campaign.history.History;
import io.tidings.benchmark.campaign.history.Matched;
import io.tidings.benchmark.campaign.history.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A history as a test tells it, at true time: seconds since {@link #NOON}. */
final class Script {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final String EVENT = "000000000001";
    private static final String ANOTHER = "000000000002";
    static final String SOURCE = "tidings.events-0@17";

    private static final Duration ANSWERING = Duration.ofMillis(5);

    private final List<Accepted> accepted = new ArrayList<>();
    private final List<Matched> matched = new ArrayList<>();
    private final List<Request> requests = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Buried> buried = new ArrayList<>();
    private final List<String> blobs = new ArrayList<>();

    static Script accepted() {
        var script = new Script();
        script.accepted.add(new Accepted(EVENT, NOON));
        return script;
    }

    static Instant at(double seconds) {
        return NOON.plusMillis(Math.round(seconds * 1000));
    }

    Script matched() {
        matched.add(new Matched(SOURCE, EVENT));
        return this;
    }

    /** A request that was answered, and what the worker made of it. */
    Script attempt(int number, double seconds, int status, Ending ending) {
        return request(number, seconds, status).committed(number, seconds, status, ending);
    }

    Script request(int number, double seconds, int status) {
        requests.add(new Request(EVENT, number - 1, at(seconds), at(seconds).plus(ANSWERING), status));
        return this;
    }

    Script committed(int number, double seconds, int status, Ending ending) {
        attempts.add(new Attempt(
                SOURCE, EVENT, number, "GenericError", status, at(seconds).plus(ANSWERING), ending, "TheReason"));
        return this;
    }

    Script timedOut(int number, double seconds) {
        attempts.add(new Attempt(SOURCE, EVENT, number, "TimedOut", 0, at(seconds), Ending.RETRY, ""));
        return this;
    }

    /** The delivery of another event. */
    Script keptOfAnother(double seconds) {
        accepted.add(new Accepted(ANOTHER, NOON));
        matched.add(new Matched(SOURCE, ANOTHER));
        requests.add(new Request(ANOTHER, 0, at(seconds), at(seconds).plus(ANSWERING), 200));
        return this;
    }

    Script buried() {
        buried.add(new Buried(SOURCE, EVENT));
        return this;
    }

    Script blob() {
        blobs.add(EVENT);
        return this;
    }

    History history() {
        return new History("orders", accepted, matched, requests, attempts, buried, blobs);
    }
}
