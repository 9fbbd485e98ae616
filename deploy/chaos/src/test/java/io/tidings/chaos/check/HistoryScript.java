package io.tidings.chaos.check;

import io.tidings.chaos.check.AcceptedEvent.Way;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.chaos.check.SettledEvent.Action;
import io.tidings.chaos.check.SettledEvent.Answer;
import io.tidings.chaos.check.SubscriptionChange.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A history as a test tells it, at true time: seconds since {@link #NOON}. */
final class HistoryScript {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final String EVENT = "000000000001";
    static final String EXHAUSTED = "MaxDeliveryAttemptsExceeded";
    static final String BAD_REQUEST = "UndeliverableDueToHttpBadRequest";
    static final String SOURCE = "tidings.events-0@17";

    private static final String ANOTHER = "000000000002";
    private static final Duration ANSWERING = Duration.ofMillis(5);
    private static final Duration COMMITTING = Duration.ofMillis(100);
    private static final int LOCK = 60;
    private static final List<Integer> STEPS = List.of(10, 30, 60, 300, 600);

    private final List<AcceptedEvent> accepted = new ArrayList<>();
    private final List<AcceptedEvent> offered = new ArrayList<>();
    private final List<MatchedDelivery> matched = new ArrayList<>();
    private final List<EndpointRequest> requests = new ArrayList<>();
    private final List<ReceivedEvent> received = new ArrayList<>();
    private final List<SettledEvent> settled = new ArrayList<>();
    private final List<CommittedAttempt> attempts = new ArrayList<>();
    private final List<DeadLettered> buried = new ArrayList<>();
    private final List<BlobRecord> letters = new ArrayList<>();
    private final List<SubscriptionChange> changes = new ArrayList<>();
    private final List<ProbationWindow> leftAlone = new ArrayList<>();
    private final List<Instant> movedForward = new ArrayList<>();
    private int redriven;

    static HistoryScript accepted() {
        var script = new HistoryScript();
        script.accepted.add(new AcceptedEvent(EVENT, NOON, NOON, Way.HTTP));
        return script;
    }

    static HistoryScript delivered() {
        return accepted().matched().attempt(1, 0, 200, Ending.DELIVERED);
    }

    static HistoryScript retried() {
        return accepted().matched().attempt(1, 0, 500, Ending.RETRY).attempt(2, 10.1, 500, Ending.RETRY);
    }

    static HistoryScript deadLettered() {
        return retried().attempt(3, 40.2, 500, Ending.DEAD_LETTER).buried().blob();
    }

    /** To a subscription that comes and goes, over HTTP. */
    static HistoryScript offered(double sent) {
        return offered(sent, Way.HTTP);
    }

    static HistoryScript offered(double sent, Way way) {
        var script = new HistoryScript();
        script.offered.add(new AcceptedEvent(EVENT, at(sent), at(sent + 0.01), way));
        return script;
    }

    static Instant at(double seconds) {
        return NOON.plusMillis(Math.round(seconds * 1000));
    }

    HistoryScript matched() {
        return matched(0);
    }

    HistoryScript matched(double seconds) {
        matched.add(new MatchedDelivery(SOURCE, EVENT, at(seconds), redriven));
        return this;
    }

    /** From now on it is about the delivery that was made of the dead letter. */
    HistoryScript redriven(double seconds) {
        redriven++;
        return matched(seconds);
    }

    /** A request that was answered, and what the worker made of it. */
    HistoryScript attempt(int number, double seconds, int status, Ending ending) {
        return request(number, seconds, status).committed(number, seconds, status, ending);
    }

    HistoryScript request(int number, double seconds, int status) {
        return request(number, seconds, status, 1, "");
    }

    /** One of several events in a request that tells of so many attempts of one of them. */
    HistoryScript batched(int before, double seconds, int status) {
        return request(before + 1, seconds, status, 3, "");
    }

    /** By a receiver that keeps it for a minute. */
    HistoryScript received(int count, double seconds) {
        return received(EVENT, count, seconds, at(seconds).plus(ANSWERING));
    }

    /** By a receiver that was frozen while it waited. */
    HistoryScript receivedLate(int count, double asked, double arrived) {
        return received(EVENT, count, asked, at(arrived));
    }

    private HistoryScript received(String event, int count, double asked, Instant arrived) {
        received.add(new ReceivedEvent(event, event + count, count, at(asked), arrived, at(asked + LOCK), ""));
        return this;
    }

    /** What the receiver asked for after the receipt of that number, for so many seconds if it is for a while. */
    HistoryScript asked(int count, double seconds, Action action, Answer answer, int until) {
        return asked(EVENT, count, seconds, action, answer, until);
    }

    HistoryScript asked(int count, double seconds, Action action, Answer answer) {
        return asked(count, seconds, action, answer, action == Action.RENEW ? LOCK : 0);
    }

    private HistoryScript asked(String event, int count, double seconds, Action action, Answer answer, int until) {
        var asked = new SettledEvent(
                event, event + count, action, at(seconds), Instant.MIN, at(seconds + until), Answer.NONE);
        settled.add(asked);
        if (answer != Answer.NONE) {
            settled.add(asked.answered(answer, at(seconds).plus(ANSWERING)));
        }
        return this;
    }

    /** The event behind it, received and acknowledged. */
    HistoryScript receivedBehind(double seconds) {
        matched.add(new MatchedDelivery("tidings.events-0@18", ANOTHER, NOON, 0));
        return received(ANOTHER, 1, seconds, at(seconds).plus(ANSWERING))
                .asked(ANOTHER, 1, seconds + 1, Action.ACKNOWLEDGE, Answer.SUCCEEDED, 0);
    }

    HistoryScript altered(int number, double seconds, String difference) {
        return request(number, seconds, 200, 1, difference);
    }

    private HistoryScript request(int number, double seconds, int status, int members, String difference) {
        requests.add(new EndpointRequest(
                EVENT, number - 1, at(seconds), at(seconds).plus(ANSWERING), status, members, difference));
        return this;
    }

    HistoryScript committed(int number, double seconds, int status, Ending ending) {
        return committed(number, seconds, status, ending, status == 400 ? BAD_REQUEST : EXHAUSTED);
    }

    HistoryScript committed(int number, double seconds, int status, Ending ending, String reason) {
        return line(EVENT, number, at(seconds).plus(ANSWERING), COMMITTING, status, ending, reason);
    }

    /** Its line is appended so long after its end. */
    HistoryScript committedLate(int number, double seconds, int status, Ending ending, Duration later) {
        return line(EVENT, number, at(seconds).plus(ANSWERING), later, status, ending, EXHAUSTED);
    }

    private HistoryScript line(
            String event, int number, Instant ended, Duration later, int status, Ending ending, String reason) {
        boolean given = ending == Ending.DEAD_LETTER || ending == Ending.DROP;
        attempts.add(new CommittedAttempt(
                SOURCE,
                event,
                number,
                ending == Ending.DELIVERED ? "Delivered" : "GenericError",
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

    HistoryScript timedOut(int number, double seconds) {
        attempts.add(new CommittedAttempt(
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
    HistoryScript keptOfAnother(double seconds) {
        return requestOfAnother(seconds)
                .line(ANOTHER, 1, at(seconds).plus(ANSWERING), COMMITTING, 200, Ending.DELIVERED, "");
    }

    /** Another event is sent, and nothing is committed of it. */
    HistoryScript requestOfAnother(double seconds) {
        if (accepted.stream().noneMatch(each -> each.event().equals(ANOTHER))) {
            accepted.add(new AcceptedEvent(ANOTHER, NOON, NOON, Way.HTTP));
            matched.add(new MatchedDelivery(SOURCE, ANOTHER, NOON, 0));
        }
        requests.add(new EndpointRequest(ANOTHER, 0, at(seconds), at(seconds).plus(ANSWERING), 200, 1, ""));
        return this;
    }

    HistoryScript buried() {
        return buried(EXHAUSTED);
    }

    HistoryScript buried(String reason) {
        buried.add(new DeadLettered(SOURCE, EVENT, reason, redriven));
        return this;
    }

    HistoryScript blob() {
        return blob(EXHAUSTED, 3, "");
    }

    HistoryScript blob(String reason, int attempts, String difference) {
        letters.add(new BlobRecord(EVENT, reason, attempts, difference));
        return this;
    }

    HistoryScript changed(Kind kind, double asked, double answered, boolean told) {
        changes.add(new SubscriptionChange(kind, at(asked), at(answered), told));
        return this;
    }

    HistoryScript leftAlone(double recorded, double until) {
        leftAlone.add(new ProbationWindow(at(recorded), at(until)));
        return this;
    }

    HistoryScript leftAloneNoMore(double recorded) {
        leftAlone.add(new ProbationWindow(at(recorded), Instant.MIN));
        return this;
    }

    HistoryScript movedForward(double recorded) {
        movedForward.add(at(recorded));
        return this;
    }

    SubscriptionHistory history() {
        return new SubscriptionHistory(
                "orders",
                accepted,
                offered,
                matched,
                requests,
                received,
                settled,
                attempts,
                buried,
                letters,
                changes,
                leftAlone,
                movedForward);
    }
}
