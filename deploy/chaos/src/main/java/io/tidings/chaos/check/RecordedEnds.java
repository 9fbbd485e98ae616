package io.tidings.chaos.check;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ends of one delivery with a failure, as Kafka and the endpoint have recorded them. There are several if a success
 * that was not committed was followed by a failure.
 *
 * @param succeeded whether all of them are successes
 */
public record RecordedEnds(String event, String subscription, int redriven, Set<DeliveryEnd> ends, boolean succeeded) {
    public RecordedEnds {
        ends = Set.copyOf(ends);
    }

    /**
     * Returns nothing for a delivery without a failure, which the timeline need not know, and for one without an end.
     *
     * @param passing whether its subscription comes and goes, which ends a delivery without a record
     */
    public static Optional<RecordedEnds> of(DeliveryHistory delivery, boolean passing) {
        var failed = new LinkedHashSet<DeliveryEnd>();
        delivery.buried().stream()
                .map(DeadLettered::reason)
                .map(DeliveryEnd::deadLettered)
                .forEach(failed::add);
        delivery.attempts().stream()
                .flatMap(attempt -> failure(attempt).stream())
                .forEach(failed::add);
        var ends = new LinkedHashSet<>(failed);
        boolean committed = delivery.attempts().stream().anyMatch(CommittedAttempt::delivered);
        if (committed || (delivery.delivered() && !passing)) {
            ends.add(DeliveryEnd.DELIVERED);
        }
        return ends.isEmpty() || (failed.isEmpty() && !delivery.retried())
                ? Optional.empty()
                : Optional.of(new RecordedEnds(
                        delivery.event(), delivery.subscription(), delivery.redriven(), ends, failed.isEmpty()));
    }

    private static Optional<DeliveryEnd> failure(CommittedAttempt attempt) {
        return switch (attempt.ending()) {
            case DEAD_LETTER -> Optional.of(DeliveryEnd.deadLettered(attempt.reason()));
            case DROP -> Optional.of(DeliveryEnd.dropped(attempt.reason()));
            case DELIVERED, RETRY, DEFER, TOLD -> Optional.empty();
        };
    }

    /** Judges {@link Promise#ENDS_ARE_FOUND}. */
    public Optional<PromiseViolation> judge(TimelineResponse response) {
        return switch (response) {
            case TimelineResponse.Refused(var problem) -> Optional.of(violation(problem));
            case TimelineResponse.Known(var deliveries) -> {
                var shown = deliveries.stream()
                        .filter(each -> each.subscription().equals(subscription) && each.redriven() == redriven)
                        .map(TimelineResponse.ShownDelivery::end)
                        .collect(Collectors.toSet());
                yield shown.stream().anyMatch(ends::contains)
                        ? Optional.empty()
                        : Optional.of(violation("it shows " + shown));
            }
        };
    }

    private PromiseViolation violation(String found) {
        return new PromiseViolation(
                Promise.ENDS_ARE_FOUND,
                subscription,
                event,
                "the API does not show the end %s of the delivery, redriven %d times: %s"
                        .formatted(ends, redriven, found));
    }
}
