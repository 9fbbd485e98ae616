package io.tidings.export.selection;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest.Letters;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

    /** The number of times a record of a blob was brought back. */
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

    /** The number of times a dead letter of the topic was brought back from its blob, which is one of the hour of the letter. */
    public int times(RedriveCandidate letter) {
        var hour = letter.since().truncatedTo(ChronoUnit.HOURS);
        return (int) jobs.stream()
                .filter(job ->
                        BlobHours.of(job.request().select()).contains(hour) && takes(job, letter) && passed(job, hour))
                .count();
    }

    private static boolean takes(Job job, RedriveCandidate letter) {
        var select = job.request().select();
        var progress = job.progress();
        var delivery = letter.delivery();
        return progress != null
                && letter.since().isBefore(select.to())
                && select.hasId(delivery.event().id())
                && select.hasReason(letter.reason())
                && select.hasStatus(letter.lastStatus())
                && (select.former() || progress.uids().contains(delivery.uid()));
    }

    private boolean passed(Job job, Instant hour) {
        var progress = job.progress();
        var folder = BlobPlace.folder(subscription.name()) + "/";
        return progress != null
                && progress.positions().keySet().stream()
                        .filter(path -> path.startsWith(folder))
                        .flatMap(path -> BlobPlace.parse(path).stream())
                        .anyMatch(place -> !place.hour().isBefore(hour));
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
