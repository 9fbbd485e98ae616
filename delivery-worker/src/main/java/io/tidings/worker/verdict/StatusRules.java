package io.tidings.worker.verdict;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import io.tidings.worker.verdict.EndpointSignal.Alive;
import io.tidings.worker.verdict.EndpointSignal.Failure;
import io.tidings.worker.verdict.EndpointSignal.None;
import io.tidings.worker.verdict.EndpointSignal.Success;
import io.tidings.worker.verdict.Outcome.Acknowledged;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.NotWritten;
import io.tidings.worker.verdict.Outcome.ProxyUnavailable;
import io.tidings.worker.verdict.Outcome.Refusal;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.TokenUnavailable;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Outcome.Withheld;
import io.tidings.worker.verdict.Outcome.Written;
import io.tidings.worker.verdict.StatusRules.Disposition.Accept;
import io.tidings.worker.verdict.StatusRules.Disposition.GiveUp;
import io.tidings.worker.verdict.StatusRules.Disposition.PutOff;
import io.tidings.worker.verdict.StatusRules.Disposition.Retry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one table of statuses, and of failures without a status: what the delivery's verdict is (B-DEL-3, B-RETRY-2,
 * B-RETRY-3), the name of the failure on the wire (B-OUT), and what it says about the endpoint (B-PROB-1).
 */
final class StatusRules {
    private static final StatusRule SUCCESS = new StatusRule(new Accept(), new Success());
    private static final StatusRule NOT_SENT = new StatusRule(new PutOff(DeferralReason.OVERLOAD), new None());
    private static final StatusRule NO_PROXY = new StatusRule(new PutOff(DeferralReason.PROXY_UNAVAILABLE), new None());

    // The event is bad; the endpoint works.
    private static final StatusRule BAD_REQUEST = giveUp(LastOutcome.BAD_REQUEST, DeadLetterReason.BAD_REQUEST);
    private static final StatusRule PAYLOAD_TOO_LARGE =
            giveUp(LastOutcome.PAYLOAD_TOO_LARGE, DeadLetterReason.PAYLOAD_TOO_LARGE);

    // The duration is the length of a first probation.
    private static final StatusRule UNAUTHORIZED =
            giveUp(LastOutcome.UNAUTHORIZED, DeadLetterReason.UNAUTHORIZED, ofMinutes(5));
    private static final StatusRule FORBIDDEN = giveUp(LastOutcome.FORBIDDEN, DeadLetterReason.FORBIDDEN, ofMinutes(5));

    // The durations are the shortest wait before the next attempt and the length of a first probation.
    private static final StatusRule NOT_FOUND = retry(LastOutcome.NOT_FOUND, ofMinutes(5), ofMinutes(5));
    private static final StatusRule GONE = retry(LastOutcome.NOT_FOUND, ofSeconds(10), ofMinutes(5));
    private static final StatusRule OTHER_STATUS = retry(LastOutcome.GENERIC_ERROR, ofSeconds(10), ofSeconds(30));
    private static final StatusRule NO_CONNECTION = retry(LastOutcome.SOCKET_ERROR, ofSeconds(10), ofSeconds(30));
    private static final StatusRule NO_ADDRESS = retry(LastOutcome.RESOLUTION_ERROR, ofSeconds(10), ofMinutes(5));
    private static final StatusRule NO_HTTP = retry(LastOutcome.GENERIC_ERROR, ofSeconds(10), ofSeconds(30));
    private static final StatusRule ADDRESS_REFUSED = retry(LastOutcome.FORBIDDEN, ofSeconds(10), ofMinutes(5));
    /** Event Grid retries a 401 of a resource in Azure, but none of a webhook. */
    private static final StatusRule NO_RIGHT_TO_WRITE = retry(LastOutcome.UNAUTHORIZED, ofMinutes(5), ofMinutes(5));

    private static final StatusRule NO_TOKEN = retry(LastOutcome.UNAUTHORIZED, ofSeconds(10), ofMinutes(5));

    // These also reduce the endpoint's concurrency limit.
    private static final StatusRule REQUEST_TIMEOUT = overload(LastOutcome.TIMED_OUT, ofMinutes(2), ofSeconds(10));
    private static final StatusRule TOO_MANY_REQUESTS = overload(LastOutcome.BUSY, ofSeconds(10), ofSeconds(10));
    private static final StatusRule UNAVAILABLE = overload(LastOutcome.BUSY, ofSeconds(30), ofSeconds(10));
    private static final StatusRule NO_RESPONSE = overload(LastOutcome.TIMED_OUT, ofSeconds(10), ofSeconds(10));

    // The rules for a status that only some subscriptions retry.
    private static final Duration MOVED_FLOOR = ofSeconds(10);
    private static final Duration MOVED_PROBATION = ofSeconds(30);

    private StatusRules() {}

    record StatusRule(Disposition disposition, EndpointSignal signal) {
        @Nullable
        LastOutcome lastOutcome() {
            return switch (disposition) {
                case Retry(var name, var _) -> name;
                case GiveUp(var name, var _) -> name;
                case Accept(), PutOff(var _) -> null;
            };
        }
    }

    /** The fate of the delivery, before the retry policy is consulted. */
    sealed interface Disposition {
        record Accept() implements Disposition {}

        /** @param floor the shortest wait */
        record Retry(LastOutcome name, Duration floor) implements Disposition {}

        record GiveUp(LastOutcome name, DeadLetterReason reason) implements Disposition {}

        record PutOff(DeferralReason reason) implements Disposition {}
    }

    static StatusRule of(Outcome outcome, StatusOverrides overrides) {
        return outcome instanceof Responded(int status, var _, var _) ? of(status, overrides) : of(outcome);
    }

    /** The rule of a status that a subscription may have moved to the other side (B-PROFILE-2). */
    private static StatusRule of(int status, StatusOverrides overrides) {
        var rule = of(status);
        if (overrides.none()) {
            return rule;
        }
        return switch (rule.disposition()) {
            case GiveUp(var name, var _)
            when overrides.retried().contains(status) ->
                new StatusRule(new Retry(name, MOVED_FLOOR), failure(name, rule.signal()));
            case Retry(var name, var _)
            when overrides.notRetried().contains(status) -> giveUp(name, DeadLetterReason.ofStatus(status));
            case Accept(), Retry _, GiveUp _, PutOff _ -> rule;
        };
    }

    /** A status that is retried counts as a failure of the endpoint. */
    private static EndpointSignal failure(LastOutcome name, EndpointSignal signal) {
        return signal instanceof Failure ? signal : new Failure(name, MOVED_PROBATION, false, null);
    }

    static StatusRule of(Outcome outcome) {
        return switch (outcome) {
            case Responded(int status, var _, var _) -> of(status);
            case TimedOut() -> NO_RESPONSE;
            case Unreachable(var cause, var _) ->
                switch (cause) {
                    case SOCKET -> NO_CONNECTION;
                    case RESOLUTION -> NO_ADDRESS;
                    case PROTOCOL -> NO_HTTP;
                };
            case AddressRefused() -> ADDRESS_REFUSED;
            case TokenUnavailable(var _) -> NO_TOKEN;
            case Written(), Acknowledged() -> SUCCESS;
            case NotWritten(var refusal, var _) -> of(refusal);
            case Withheld(var refusal, var _) -> new StatusRule(of(refusal).disposition(), new None());
            case NotSent() -> NOT_SENT;
            case ProxyUnavailable(var _) -> NO_PROXY;
        };
    }

    private static StatusRule of(Refusal refusal) {
        return switch (refusal) {
            case INVALID -> BAD_REQUEST;
            case NO_RIGHT -> NO_RIGHT_TO_WRITE;
            case NO_TOPIC -> NOT_FOUND;
            case TOO_LARGE -> PAYLOAD_TOO_LARGE;
            case OTHER -> OTHER_STATUS;
        };
    }

    static StatusRule of(int status) {
        return switch (status) {
            case 200, 201, 202, 203, 204 -> SUCCESS;
            case 400 -> BAD_REQUEST;
            case 401 -> UNAUTHORIZED;
            case 403 -> FORBIDDEN;
            case 404 -> NOT_FOUND;
            case 408 -> REQUEST_TIMEOUT;
            case 410 -> GONE;
            case 413 -> PAYLOAD_TOO_LARGE;
            case 429 -> TOO_MANY_REQUESTS;
            case 503 -> UNAVAILABLE;
            default -> OTHER_STATUS;
        };
    }

    private static StatusRule giveUp(LastOutcome name, DeadLetterReason reason) {
        return new StatusRule(new GiveUp(name, reason), new Alive());
    }

    private static StatusRule giveUp(LastOutcome name, DeadLetterReason reason, Duration probation) {
        return new StatusRule(new GiveUp(name, reason), new Failure(name, probation, false, null));
    }

    private static StatusRule retry(LastOutcome name, Duration floor, Duration probation) {
        return new StatusRule(new Retry(name, floor), new Failure(name, probation, false, null));
    }

    private static StatusRule overload(LastOutcome name, Duration floor, Duration probation) {
        return new StatusRule(new Retry(name, floor), new Failure(name, probation, true, null));
    }
}
