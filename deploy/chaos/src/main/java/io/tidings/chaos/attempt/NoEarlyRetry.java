package io.tidings.chaos.attempt;

import io.tidings.chaos.evidence.CheckLimits;
import io.tidings.chaos.evidence.CheckLimits.Clocks;
import io.tidings.chaos.evidence.DeliveryHistory;
import io.tidings.chaos.evidence.Promise;
import io.tidings.chaos.evidence.PromiseRule;
import io.tidings.chaos.evidence.PromiseViolation;
import io.tidings.chaos.history.CommittedAttempt;
import io.tidings.chaos.history.EndpointRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * {@link Promise#NO_EARLY_RETRY}: from the end of an attempt to the next request at least the longer of step and floor
 * passes
 * (B-RETRY-1, B-RETRY-3).
 *
 * <p>The end of an attempt is the one that the worker committed, else the time of the response. With two chains, no
 * request can
 * be assigned to one of them.
 */
public record NoEarlyRetry(CheckLimits limits) implements PromiseRule {
    private static final Duration ANY = Duration.ofSeconds(10);
    private static final Duration BUSY = Duration.ofSeconds(30);
    private static final Duration TIMED_OUT = Duration.ofMinutes(2);
    private static final Duration NOT_FOUND = Duration.ofMinutes(5);

    private record End(Instant at, int status) {}

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        if (limits.clocks() == Clocks.STEPPED || delivery.chains() > 1) {
            return;
        }
        for (var request : delivery.requests()) {
            if (request.before() > 0) {
                end(delivery, request.before()).ifPresent(end -> judge(delivery, request, end, found));
            }
        }
    }

    private void judge(DeliveryHistory delivery, EndpointRequest request, End end, Consumer<PromiseViolation> found) {
        var needed = wait(request.before(), end.status());
        var waited = Duration.between(end.at(), request.arrived());
        if (waited.compareTo(needed) < 0) {
            found.accept(delivery.violates(
                    Promise.NO_EARLY_RETRY,
                    "attempt %d came %s after the one before, it has to wait %s"
                            .formatted(request.before() + 1, waited, needed)));
        }
    }

    private Duration wait(int attempts, int status) {
        var step = limits.ladder().step(attempts);
        var floor = limits.ladder()
                .scale()
                .of(
                        switch (status) {
                            case 404 -> NOT_FOUND;
                            case 408 -> TIMED_OUT;
                            case 503 -> BUSY;
                            default -> ANY;
                        });
        return step.compareTo(floor) < 0 ? floor : step;
    }

    private static Optional<End> end(DeliveryHistory delivery, int number) {
        for (var attempt : delivery.attempts()) {
            if (attempt.number() == number && attempt.ending() == CommittedAttempt.Ending.RETRY) {
                return Optional.of(new End(attempt.ended(), attempt.status()));
            }
        }
        for (var request : delivery.requests()) {
            if (request.before() == number - 1 && request.status() != EndpointRequest.NO_ANSWER) {
                return Optional.of(new End(request.answered(), request.status()));
            }
        }
        return Optional.empty();
    }
}
