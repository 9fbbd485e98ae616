package io.tidings.export.selection;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobRequest.Letters;
import java.util.Map;
import java.util.Optional;

/**
 * A job that has brought dead letters of the topic back.
 *
 * @param job its id
 * @param positions by partition: the offset of the next dead letter that it would have read
 */
public record JobRedrive(String job, LetterSelection selection, String kafkaTopic, Map<String, Long> positions)
        implements EarlierRedrive {
    public JobRedrive {
        positions = Map.copyOf(positions);
    }

    /** Returns empty for a job that has written nothing, or of another kind. */
    public static Optional<EarlierRedrive> of(Job job, String kafkaTopic) {
        var request = job.request();
        var progress = job.progress();
        if (progress == null
                || progress.uids().isEmpty()
                || request.dryRun()
                || request.kind() != JobKind.REDRIVE
                || request.letters() != Letters.TOPIC) {
            return Optional.empty();
        }
        var selection = new LetterSelection(request.select(), progress.uids(), request.force());
        return Optional.of(new JobRedrive(job.id(), selection, kafkaTopic, progress.positions()));
    }

    /** Returns false for a letter that this job had brought back before: it passed the letter without taking it. */
    @Override
    public boolean took(RedriveCandidate candidate, int before) {
        return candidate.offset() < positions.getOrDefault(kafkaTopic + "-" + candidate.partition(), 0L)
                && !candidate.broughtBackBy(job)
                && (before == 0 || selection.asked().again())
                && selection.selects(candidate);
    }
}
