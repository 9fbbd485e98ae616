package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import io.tidings.benchmark.campaign.history.Buried;
import io.tidings.benchmark.campaign.history.Letter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * {@link Promise#RIGHT_REASON}: the words of B-DLQ-2 and B-DLQ-5 say what happened, the same to Kafka and blobs, and
 * nothing is dropped that has a destination.
 */
record RightReason(Terms terms) implements Rule {
    private static final String DELETED = "SubscriptionDeleted";
    private static final String EXHAUSTED = "MaxDeliveryAttemptsExceeded";
    private static final String EXPIRED = "TimeToLiveExceeded";
    private static final Map<Integer, String> REJECTED = Map.of(
            400, "UndeliverableDueToHttpBadRequest",
            401, "UndeliverableDueToHttpUnauthorized",
            403, "UndeliverableDueToHttpForbidden",
            413, "UndeliverableDueToHttpRequestEntityTooLarge");

    @Override
    public void judge(Story story, Consumer<Violation> found) {
        for (var attempt : story.attempts()) {
            if (attempt.ending() == Ending.DROP || attempt.ending() == Ending.DEAD_LETTER) {
                problem(story, attempt).ifPresent(problem -> tell(story, problem, found));
            }
        }
        story.buried().forEach(buried -> judgeBuried(story, buried, found));
        story.letters().forEach(letter -> judgeLetter(story, letter, found));
    }

    private Optional<String> problem(Story story, Attempt attempt) {
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
        return reasonProblem(story, attempt);
    }

    private Optional<String> reasonProblem(Story story, Attempt attempt) {
        var rejected = REJECTED.get(attempt.status());
        if (rejected != null && !expired(story, attempt)) {
            boolean seen = story.requests().stream().anyMatch(each -> each.status() == attempt.status());
            return attempt.reason().equals(rejected) && seen
                    ? Optional.empty()
                    : Optional.of("ends with %s after status %d, which the endpoint %s"
                            .formatted(attempt.reason(), attempt.status(), seen ? "gave" : "never gave"));
        }
        return switch (attempt.reason()) {
            case EXHAUSTED ->
                attempt.number() == terms.maxAttempts()
                        ? Optional.empty()
                        : Optional.of("is given up for %s after attempt %d of %d"
                                .formatted(EXHAUSTED, attempt.number(), terms.maxAttempts()));
            case EXPIRED ->
                expired(story, attempt)
                        ? Optional.empty()
                        : Optional.of("is given up as expired before its time to live of " + terms.timeToLive());
            default ->
                Optional.of("ends with the reason \"" + attempt.reason() + "\" after status " + attempt.status());
        };
    }

    private boolean expired(Story story, Attempt attempt) {
        return attempt.reason().equals(EXPIRED)
                && story.firstMatched()
                        .filter(at -> !attempt.ended().isBefore(at.plus(terms.timeToLive())))
                        .isPresent();
    }

    private static void judgeBuried(Story story, Buried buried, Consumer<Violation> found) {
        boolean decided = story.attempts().stream()
                .anyMatch(each ->
                        each.ending() == Ending.DEAD_LETTER && each.reason().equals(buried.reason()));
        if (!decided) {
            tell(story, "has a dead letter for " + buried.reason() + ", which nobody decided", found);
        }
    }

    private static void judgeLetter(Story story, Letter letter, Consumer<Violation> found) {
        boolean same = story.attempts().stream()
                .anyMatch(each -> each.ending() == Ending.DEAD_LETTER
                        && each.reason().equals(letter.reason())
                        && (each.number() == letter.attempts()
                                || letter.reason().equals(EXPIRED)));
        if (!same) {
            tell(
                    story,
                    "has a blob record for %s after %d attempts, which nobody decided"
                            .formatted(letter.reason(), letter.attempts()),
                    found);
        }
    }

    private static void tell(Story story, String problem, Consumer<Violation> found) {
        found.accept(story.violates(Promise.RIGHT_REASON, "it " + problem));
    }
}
