package io.tidings.ingest.job;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobRequest;
import io.tidings.ingest.http.ApiError;
import java.util.Collection;
import java.util.Optional;

/** How many jobs there may be. Pure. */
final class JobLimits {
    static final int MOST_OPEN = 100;
    /** So that the operators of one topic leave room for those of others. */
    static final int MOST_OPEN_OF_TOPIC = 20;
    /** Each is asked about each event of a later job. */
    static final int MOST_REMEMBERED = 5_000;

    private JobLimits() {}

    /** Returns why one more job is too many. */
    static Optional<ApiError> refusal(Collection<Job> jobs, JobRequest request) {
        var topic = request.subscription().topic();
        var open = jobs.stream().filter(job -> !job.ended()).toList();
        if (open.size() >= MOST_OPEN) {
            return tooMany(MOST_OPEN + " jobs have not ended; wait for them, or cancel some of them");
        }
        if (open.stream().filter(job -> isOf(topic, job)).count() >= MOST_OPEN_OF_TOPIC) {
            return tooMany(MOST_OPEN_OF_TOPIC + " jobs of topic " + topic
                    + " have not ended; wait for them, or cancel some of them");
        }
        if (!request.dryRun() && jobs.stream().filter(Job::broughtBack).count() >= MOST_REMEMBERED) {
            return tooMany(MOST_REMEMBERED + " jobs of the last " + Job.REMEMBERED.toDays()
                    + " days have brought events back and are remembered, so that no event comes back twice; let one"
                    + " job bring back more events");
        }
        return Optional.empty();
    }

    private static boolean isOf(String topic, Job job) {
        return job.request().subscription().topic().equals(topic);
    }

    private static Optional<ApiError> tooMany(String message) {
        return Optional.of(ApiError.of(409, "TooManyJobs", message));
    }
}
