package io.tidings.chaos.check;

import io.tidings.testbed.cluster.ManagementClient.Response;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

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

    /**
     * Judges {@link Promise#ENDS_ARE_FOUND}.
     *
     * @param response of the API to a request for the event
     */
    Optional<PromiseViolation> judge(Response response) {
        if (!response.successful()) {
            return Optional.of(violation("the status is %d: %s".formatted(response.statusCode(), response.body())));
        }
        var shown = new LinkedHashSet<DeliveryEnd>();
        for (var record : response.json().path("records")) {
            for (var each : record.path("deliveries")) {
                if (each.path("subscription").asText().equals(subscription)
                        && each.path("redriven").asInt() == redriven) {
                    shown.add(new DeliveryEnd(
                            each.path("state").asText(), each.path("reason").asText()));
                }
            }
        }
        return shown.stream().anyMatch(ends::contains) ? Optional.empty() : Optional.of(violation("it shows " + shown));
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
