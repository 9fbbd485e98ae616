package io.tidings.chaos.check;

import io.tidings.chaos.check.CheckLimits.Clocks;
import io.tidings.contract.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * {@link Promise#NO_EARLY_RETRY}: from the end of an attempt to the next request at least the longer of step and floor
 * passes
 * (B-RETRY-1, B-RETRY-3).
 *
 * <p>When waiting deliveries were moved forward meanwhile, only the floor counts (B-RECOVER-1).
 *
 * <p>The end of an attempt is the one that the worker committed, else the time of the response. With two chains, no
 * request can
 * be assigned to one of them.
 */
final class NoEarlyRetry implements PromiseRule {
    private static final Duration ANY = Duration.ofSeconds(10);
    private static final Duration BUSY = Duration.ofSeconds(30);
    private static final Duration TIMED_OUT = Duration.ofMinutes(2);
    private static final Duration NOT_FOUND = Duration.ofMinutes(5);

    private final CheckLimits limits;
    private final SubscriptionTerms terms;
    private final NavigableSet<Instant> movedForward;

    private record End(Instant at, int status) {}

    /** @param movedForward when waiting deliveries of the subscription were moved */
    public NoEarlyRetry(CheckLimits limits, SubscriptionTerms terms, Collection<Instant> movedForward) {
        this.limits = limits;
        this.terms = terms;
        this.movedForward = new TreeSet<>(movedForward);
    }

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
        var moved = movedForward.ceiling(end.at());
        boolean early = moved != null && !moved.isAfter(request.arrived().plus(limits.slack()));
        var floor = floor(end.status());
        var needed = early ? floor : Durations.max(floor, terms.step(request.before(), limits.ladder()));
        var waited = Duration.between(end.at(), request.arrived());
        if (waited.compareTo(needed) < 0) {
            found.accept(delivery.violates(
                    Promise.NO_EARLY_RETRY,
                    "attempt %d came %s after the one before, it has to wait %s"
                            .formatted(request.before() + 1, waited, needed)));
        }
    }

    private Duration floor(int status) {
        return limits.ladder()
                .scale()
                .of(
                        switch (status) {
                            case 404 -> NOT_FOUND;
                            case 408 -> TIMED_OUT;
                            case 503 -> BUSY;
                            default -> ANY;
                        });
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
