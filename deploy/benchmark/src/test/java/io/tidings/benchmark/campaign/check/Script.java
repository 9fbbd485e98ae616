package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Accepted;
import io.tidings.benchmark.campaign.history.Accepted.Way;
import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import io.tidings.benchmark.campaign.history.Buried;
import io.tidings.benchmark.campaign.history.Change;
import io.tidings.benchmark.campaign.history.Change.Kind;
import io.tidings.benchmark.campaign.history.History;
import io.tidings.benchmark.campaign.history.LeftAlone;
import io.tidings.benchmark.campaign.history.Letter;
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
    static final String EXHAUSTED = "MaxDeliveryAttemptsExceeded";
    static final String SOURCE = "tidings.events-0@17";

    private static final String ANOTHER = "000000000002";
    private static final Duration ANSWERING = Duration.ofMillis(5);
    private static final Duration COMMITTING = Duration.ofMillis(100);
    private static final List<Integer> STEPS = List.of(10, 30, 60, 300, 600);

    private final List<Accepted> accepted = new ArrayList<>();
    private final List<Accepted> offered = new ArrayList<>();
    private final List<Matched> matched = new ArrayList<>();
    private final List<Request> requests = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Buried> buried = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<LeftAlone> leftAlone = new ArrayList<>();
    private int redriven;

    static Script accepted() {
        var script = new Script();
        script.accepted.add(new Accepted(EVENT, NOON, NOON, Way.HTTP));
        return script;
    }

    /** To a subscription that comes and goes, over HTTP. */
    static Script offered(double sent) {
        return offered(sent, Way.HTTP);
    }

    static Script offered(double sent, Way way) {
        var script = new Script();
        script.offered.add(new Accepted(EVENT, at(sent), at(sent + 0.01), way));
        return script;
    }

    static Instant at(double seconds) {
        return NOON.plusMillis(Math.round(seconds * 1000));
    }

    Script matched() {
        return matched(0);
    }

    Script matched(double seconds) {
        matched.add(new Matched(SOURCE, EVENT, at(seconds), redriven));
        return this;
    }

    /** From now on it is about the delivery that was made of the dead letter. */
    Script redriven(double seconds) {
        redriven++;
        return matched(seconds);
    }

    /** A request that was answered, and what the worker made of it. */
    Script attempt(int number, double seconds, int status, Ending ending) {
        return request(number, seconds, status).committed(number, seconds, status, ending);
    }

    Script request(int number, double seconds, int status) {
        return request(number, seconds, status, 1, "");
    }

    /** One of several events in a request that tells of so many attempts of one of them. */
    Script batched(int before, double seconds, int status) {
        return request(before + 1, seconds, status, 3, "");
    }

    Script altered(int number, double seconds, String difference) {
        return request(number, seconds, 200, 1, difference);
    }

    private Script request(int number, double seconds, int status, int members, String difference) {
        requests.add(
                new Request(EVENT, number - 1, at(seconds), at(seconds).plus(ANSWERING), status, members, difference));
        return this;
    }

    Script committed(int number, double seconds, int status, Ending ending) {
        return committed(
                number, seconds, status, ending, status == 400 ? "UndeliverableDueToHttpBadRequest" : EXHAUSTED);
    }

    Script committed(int number, double seconds, int status, Ending ending, String reason) {
        return line(EVENT, number, at(seconds).plus(ANSWERING), COMMITTING, status, ending, reason);
    }

    /** Its line is appended so long after its end. */
    Script committedLate(int number, double seconds, int status, Ending ending, Duration later) {
        return line(EVENT, number, at(seconds).plus(ANSWERING), later, status, ending, EXHAUSTED);
    }

    private Script line(
            String event, int number, Instant ended, Duration later, int status, Ending ending, String reason) {
        boolean given = ending == Ending.DEAD_LETTER || ending == Ending.DROP;
        attempts.add(new Attempt(
                SOURCE,
                event,
                number,
                "GenericError",
                status,
                ended,
                ended.plus(later),
                ended.plusSeconds(Math.max(STEPS.get(number - 1), floor(status))),
                ending,
                given ? reason : ""));
        return this;
    }

    private static int floor(int status) {
        return switch (status) {
            case 503 -> 30;
            case 408 -> 120;
            case 404 -> 300;
            default -> 10;
        };
    }

    Script timedOut(int number, double seconds) {
        attempts.add(new Attempt(
                SOURCE,
                EVENT,
                number,
                "TimedOut",
                0,
                at(seconds),
                at(seconds).plus(COMMITTING),
                at(seconds + STEPS.get(number - 1)),
                Ending.RETRY,
                ""));
        return this;
    }

    /** The delivery of another event. */
    Script keptOfAnother(double seconds) {
        return requestOfAnother(seconds)
                .line(ANOTHER, 1, at(seconds).plus(ANSWERING), COMMITTING, 200, Ending.DELIVERED, "");
    }

    /** Another event is sent, and nothing is committed of it. */
    Script requestOfAnother(double seconds) {
        if (accepted.stream().noneMatch(each -> each.event().equals(ANOTHER))) {
            accepted.add(new Accepted(ANOTHER, NOON, NOON, Way.HTTP));
            matched.add(new Matched(SOURCE, ANOTHER, NOON, 0));
        }
        requests.add(new Request(ANOTHER, 0, at(seconds), at(seconds).plus(ANSWERING), 200, 1, ""));
        return this;
    }

    Script buried() {
        return buried(EXHAUSTED);
    }

    Script buried(String reason) {
        buried.add(new Buried(SOURCE, EVENT, reason, redriven));
        return this;
    }

    Script blob() {
        return blob(EXHAUSTED, 3, "");
    }

    Script blob(String reason, int attempts, String difference) {
        letters.add(new Letter(EVENT, reason, attempts, difference));
        return this;
    }

    Script changed(Kind kind, double asked, double answered, boolean told) {
        changes.add(new Change(kind, at(asked), at(answered), told));
        return this;
    }

    Script leftAlone(double recorded, double until) {
        leftAlone.add(new LeftAlone(at(recorded), at(until)));
        return this;
    }

    Script leftAloneNoMore(double recorded) {
        leftAlone.add(new LeftAlone(at(recorded), Instant.MIN));
        return this;
    }

    History history() {
        return new History(
                "orders", accepted, offered, matched, requests, attempts, buried, letters, changes, leftAlone);
    }
}
