package io.tidings.ingest.overview;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest.Letters;
import io.tidings.contract.job.JobState;
import io.tidings.contract.timeline.ActiveMinute;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The minutes whose dead letters redrives have brought back, so that nobody need look at them. A minute in which a redrive
 * was asked for is none of them: some dead letters may have come after it. Pure.
 */
record RedrivenMinutes(List<Job> redrives) {
    /** The reasons to leave a dead letter that needs no other redrive. */
    private static final Set<String> HARMLESS = Set.of("AlreadyRedriven", "Copy", "FormerSubscription");

    static RedrivenMinutes of(Collection<Job> jobs) {
        return new RedrivenMinutes(
                jobs.stream().filter(RedrivenMinutes::tookAll).toList());
    }

    /** Returns whether it took whatever its subscriptions had given up in its time. */
    private static boolean tookAll(Job job) {
        var request = job.request();
        var select = request.select();
        return job.state() == JobState.DONE
                && job.progress() != null
                && HARMLESS.containsAll(job.progress().counts().skipped().keySet())
                && request.kind() == JobKind.REDRIVE
                && request.letters() == Letters.TOPIC
                && !request.dryRun()
                && select.eventIds().isEmpty()
                && select.reasons().isEmpty()
                && select.statuses().isEmpty();
    }

    /** @param minute of a subscription, without its uid */
    boolean contains(ActiveMinute minute) {
        var subscription = SubscriptionKey.parse(minute.owner());
        return redrives.stream()
                .map(Job::request)
                .anyMatch(request ->
                        subscription.filter(request.targets()::contains).isPresent()
                                && !minute.minute().isBefore(request.select().from())
                                && !minute.minute()
                                        .plus(1, ChronoUnit.MINUTES)
                                        .isAfter(request.select().to()));
    }
}
