package io.tidings.export.source;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * The replays of one subscription before this one. Counts a replay that obeyed a filter as if it had obeyed none, because
 * the filter may have changed. Pure.
 */
record EarlierReplays(List<Job> jobs) {
    static EarlierReplays of(Collection<Job> others, SubscriptionKey subscription) {
        return new EarlierReplays(others.stream()
                .filter(each -> each.request().kind() == JobKind.REPLAY
                        && !each.request().dryRun()
                        && each.request().targets().contains(subscription))
                .toList());
    }

    /** How often the event was brought back. */
    int times(String place, long offset, Instant time, String eventId) {
        return (int) jobs.stream()
                .filter(job -> {
                    var select = job.request().select();
                    var progress = job.progress();
                    return progress != null
                            && offset < progress.positions().getOrDefault(place, 0L)
                            && select.hasTime(time)
                            && select.hasId(eventId);
                })
                .count();
    }
}
