package io.tidings.chaos.check;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.chaos.check.SettledEvent.Action;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * {@link Promise#RIGHT_REASON}: the reasons of B-DLQ-2 and B-DLQ-5 are true, and the same in Kafka and blobs; nothing
 * with a
 * destination is dropped.
 */
record RightReason(SubscriptionTerms terms) implements PromiseRule {
    private static final String DELETED = "SubscriptionDeleted";
    private static final String EXHAUSTED = "MaxDeliveryAttemptsExceeded";
    private static final String EXPIRED = "TimeToLiveExceeded";
    private static final String UNWANTED = "RejectedByReceiver";
    private static final Map<Integer, String> REJECTED = Map.of(
            400, "UndeliverableDueToHttpBadRequest",
            401, "UndeliverableDueToHttpUnauthorized",
            403, "UndeliverableDueToHttpForbidden",
            413, "UndeliverableDueToHttpRequestEntityTooLarge");

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        for (var attempt : delivery.attempts()) {
            if (attempt.ending() == Ending.DROP || attempt.ending() == Ending.DEAD_LETTER) {
                problem(delivery, attempt).ifPresent(problem -> tell(delivery, problem, found));
            }
        }
        delivery.buried().forEach(buried -> judgeBuried(delivery, buried, found));
        delivery.letters().forEach(letter -> judgeLetter(delivery, letter, found));
    }

    private Optional<String> problem(DeliveryHistory delivery, CommittedAttempt attempt) {
        if (attempt.reason().equals(DELETED)) {
            return attempt.ending() == Ending.DROP && terms.passing()
                    ? Optional.empty()
                    : Optional.of("ends as that of a deleted subscription, which it is not");
        }
        if (terms.deadLetters() != (attempt.ending() == Ending.DEAD_LETTER)) {
            return Optional.of(
                    terms.deadLetters()
                            ? "is dropped in spite of a destination for dead letters"
                            : "is dead-lettered without a destination");
        }
        return reasonProblem(delivery, attempt);
    }

    private Optional<String> reasonProblem(DeliveryHistory delivery, CommittedAttempt attempt) {
        var rejected = REJECTED.get(attempt.status());
        if (rejected != null && !expired(delivery, attempt)) {
            boolean seen = delivery.requests().stream().anyMatch(each -> each.status() == attempt.status());
            return attempt.reason().equals(rejected) && seen
                    ? Optional.empty()
                    : Optional.of("ends with %s after status %d, which the endpoint %s"
                            .formatted(attempt.reason(), attempt.status(), seen ? "gave" : "never gave"));
        }
        return switch (attempt.reason()) {
            case EXHAUSTED ->
                made(attempt) == terms.maxAttempts()
                        ? Optional.empty()
                        : Optional.of("is given up for %s after attempt %d of %d"
                                .formatted(EXHAUSTED, made(attempt), terms.maxAttempts()));
            case UNWANTED ->
                delivery.receipts().stream().anyMatch(each -> each.asked(Action.REJECT))
                        ? Optional.empty()
                        : Optional.of("is given up for %s, and nobody rejected it".formatted(UNWANTED));
            case EXPIRED ->
                expired(delivery, attempt)
                        ? Optional.empty()
                        : Optional.of("is given up as expired before its time to live of " + terms.timeToLive());
            default ->
                Optional.of("ends with the reason \"" + attempt.reason() + "\" after status " + attempt.status());
        };
    }

    /** What is given up while it is not sent has a line of its own, and nothing of a queue is ever sent. */
    private int made(CommittedAttempt attempt) {
        return terms.queue() ? attempt.number() - 1 : attempt.number();
    }

    private boolean expired(DeliveryHistory delivery, CommittedAttempt attempt) {
        return attempt.reason().equals(EXPIRED)
                && delivery.firstMatched()
                        .filter(at -> !attempt.ended().isBefore(at.plus(terms.timeToLive())))
                        .isPresent();
    }

    private static void judgeBuried(DeliveryHistory delivery, DeadLettered buried, Consumer<PromiseViolation> found) {
        boolean decided = delivery.attempts().stream()
                .anyMatch(each ->
                        each.ending() == Ending.DEAD_LETTER && each.reason().equals(buried.reason()));
        if (!decided) {
            tell(delivery, "has a dead letter for " + buried.reason() + ", which nobody decided", found);
        }
    }

    private void judgeLetter(DeliveryHistory delivery, BlobRecord letter, Consumer<PromiseViolation> found) {
        boolean same = delivery.attempts().stream()
                .anyMatch(each -> each.ending() == Ending.DEAD_LETTER
                        && each.reason().equals(letter.reason())
                        && (made(each) == letter.attempts() || letter.reason().equals(EXPIRED)));
        if (!same) {
            tell(
                    delivery,
                    "has a blob record for %s after %d attempts, which nobody decided"
                            .formatted(letter.reason(), letter.attempts()),
                    found);
        }
    }

    private static void tell(DeliveryHistory delivery, String problem, Consumer<PromiseViolation> found) {
        found.accept(delivery.violates(Promise.RIGHT_REASON, "it " + problem));
    }
}
