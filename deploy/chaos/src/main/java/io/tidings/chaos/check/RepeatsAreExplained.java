package io.tidings.chaos.check;

import io.tidings.testbed.cluster.Disturbance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@link Promise#REPEATS_ARE_EXPLAINED}: a request is in vain if another one with its number follows, or any other one
 * follows
 * its success. Such a request was in flight or not yet committed at a disturbance, or the worker had timed it out.
 *
 * <p>So a kill repeats only attempts in flight and results since the last commit.
 *
 * @param kept results of the subscription
 */
record RepeatsAreExplained(CheckLimits limits, List<Disturbance> disturbances, KeptResults kept)
        implements PromiseRule {
    /** Is given only to a subscription that it pauses: the attempt does not count, and is made again (B-GONE). */
    private static final int PAUSES = 410;

    public RepeatsAreExplained {
        disturbances = List.copyOf(disturbances);
    }

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        if (delivery.chains() > 1) {
            return;
        }
        for (var request : inVain(delivery)) {
            if (!explained(delivery, request)) {
                found.accept(delivery.violates(
                        Promise.REPEATS_ARE_EXPLAINED,
                        "attempt %d of %s, answered %d, was made again for no reason"
                                .formatted(request.before() + 1, request.arrived(), request.status())));
            }
        }
    }

    /** The requests whose results the worker did not keep. */
    public static List<EndpointRequest> inVain(DeliveryHistory delivery) {
        var inVain = new ArrayList<EndpointRequest>();
        var requests = delivery.requests();
        for (int i = 0; i < requests.size(); i++) {
            var request = requests.get(i);
            var later = requests.subList(i + 1, requests.size()).stream()
                    .filter(each -> !delivery.late(each))
                    .toList();
            if (!later.isEmpty()
                    && request.status() != PAUSES
                    && (request.accepted() || later.stream().anyMatch(each -> each.before() == request.before()))) {
                inVain.add(request);
            }
        }
        return inVain;
    }

    private boolean explained(DeliveryHistory delivery, EndpointRequest request) {
        return disturbances.stream()
                        .anyMatch(each -> each.explains(
                                request.arrived(), request.answered(), uncommittedSince(each.from()), limits.slack()))
                || delivery.attempts().stream().anyMatch(attempt -> gaveUpWaiting(attempt, request));
    }

    /** A transaction may take seconds on a busy machine. */
    private Instant uncommittedSince(Instant disturbed) {
        var usual = disturbed.minus(limits.slack());
        var longest = disturbed.minus(limits.longestCommit());
        var known = kept.lastBefore(disturbed).orElse(longest);
        return known.isAfter(usual) ? usual : known.isBefore(longest) ? longest : known;
    }

    private static boolean gaveUpWaiting(CommittedAttempt attempt, EndpointRequest request) {
        return attempt.timedOut() && attempt.number() == request.before() + 1;
    }
}
