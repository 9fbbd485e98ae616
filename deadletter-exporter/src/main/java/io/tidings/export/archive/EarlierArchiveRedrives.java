package io.tidings.export.archive;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest.Letters;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** The redrives from blobs of one subscription before this one. */
public record EarlierArchiveRedrives(SubscriptionKey subscription, List<Job> jobs) {
    public EarlierArchiveRedrives {
        jobs = List.copyOf(jobs);
    }

    public static EarlierArchiveRedrives of(Collection<Job> others, SubscriptionKey subscription) {
        return new EarlierArchiveRedrives(
                subscription,
                others.stream()
                        .filter(each -> each.request().kind() == JobKind.REDRIVE
                                && each.request().letters() == Letters.BLOBS
                                && !each.request().dryRun()
                                && each.request().targets().contains(subscription))
                        .toList());
    }

    /** How often a record of a blob was brought back. */
    public int times(BlobPlace blob, long record, ArchivedLetter letter) throws IOException {
        int times = 0;
        for (var job : jobs) {
            var select = job.request().select();
            var selection = ArchiveSelection.of(job, subscription);
            if (selection.isPresent()
                    && (times == 0 || select.again() || job.request().force())
                    && BlobHours.of(select).contains(blob.hour())
                    && passed(job, blob, record)
                    && selection.get().takes(letter)) {
                times++;
            }
        }
        return times;
    }

    private static boolean passed(Job job, BlobPlace blob, long record) {
        var progress = job.progress();
        if (progress == null) {
            return false;
        }
        return progress.positions().entrySet().stream()
                .anyMatch(position -> BlobPlace.parse(position.getKey())
                        .filter(place -> place.folder().equals(blob.folder()))
                        .map(blob::compareTo)
                        .filter(order -> order < 0 || (order == 0 && record < position.getValue()))
                        .isPresent());
    }
}
