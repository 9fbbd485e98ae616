package io.tidings.export.source;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobProgress;
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

    /** The number of times the event was brought back after this delivery of it. */
    int times(Delivery delivery) {
        return (int) jobs.stream().filter(job -> tookAfter(delivery, job)).count();
    }

    private static boolean tookAfter(Delivery delivery, Job job) {
        var mark = delivery.redriven();
        var select = job.request().select();
        var progress = job.progress();
        return progress != null
                && passed(delivery.event().source(), progress)
                && select.hasTime(delivery.firstPublished())
                && select.hasId(delivery.event().id())
                && (mark == null
                        || (progress.started() != null && progress.started().isAfter(mark.last())));
    }

    /** A dead letter in a blob does not say where a replay found its event. */
    private static boolean passed(EventSource source, JobProgress progress) {
        return source.kafkaTopic().contains("/")
                ? progress.counts().written() > 0
                : source.offset() < progress.positions().getOrDefault(EventItems.place(source), 0L);
    }
}
