package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Disturbance;
import io.tidings.benchmark.campaign.history.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@link Promise#REPEATS_ARE_EXPLAINED}: a request that was made in vain – another with its number follows, or any other
 * follows its success – was under way or not yet committed when something was disturbed, or the worker had waited its
 * response timeout for it.
 *
 * <p>This is the bound of what a kill repeats: only what was in flight, and what finished since the last commit.
 *
 * @param kept by the worker, of the subscription that is judged
 */
record RepeatsAreExplained(Rules rules, List<Disturbance> disturbances, KeptResults kept) implements Rule {
    RepeatsAreExplained {
        disturbances = List.copyOf(disturbances);
    }

    @Override
    public void judge(Story story, Consumer<Violation> found) {
        if (story.chains() > 1) {
            return;
        }
        for (var request : inVain(story)) {
            if (!explained(story, request)) {
                found.accept(story.violates(
                        Promise.REPEATS_ARE_EXPLAINED,
                        "attempt %d of %s, answered %d, was made again for no reason"
                                .formatted(request.before() + 1, request.arrived(), request.status())));
            }
        }
    }

    /** Requests whose result the worker did not keep. */
    static List<Request> inVain(Story story) {
        var inVain = new ArrayList<Request>();
        var requests = story.requests();
        for (int i = 0; i < requests.size(); i++) {
            var request = requests.get(i);
            var later = requests.subList(i + 1, requests.size()).stream()
                    .filter(each -> !story.late(each))
                    .toList();
            if (!later.isEmpty()
                    && (request.accepted() || later.stream().anyMatch(each -> each.before() == request.before()))) {
                inVain.add(request);
            }
        }
        return inVain;
    }

    private boolean explained(Story story, Request request) {
        return disturbances.stream()
                        .anyMatch(each -> each.explains(request, uncommittedSince(each.from()), rules.slack()))
                || story.attempts().stream().anyMatch(attempt -> gaveUpWaiting(attempt, request));
    }

    /** On a machine that is short of everything a transaction may take seconds. */
    private Instant uncommittedSince(Instant disturbed) {
        var usual = disturbed.minus(rules.slack());
        var longest = disturbed.minus(rules.longestCommit());
        var known = kept.lastBefore(disturbed).orElse(longest);
        return known.isAfter(usual) ? usual : known.isBefore(longest) ? longest : known;
    }

    private static boolean gaveUpWaiting(Attempt attempt, Request request) {
        return attempt.timedOut() && attempt.number() == request.before() + 1;
    }
}
