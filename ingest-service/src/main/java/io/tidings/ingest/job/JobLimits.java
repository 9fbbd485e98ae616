package io.tidings.ingest.job;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobRequest;
import io.tidings.ingest.http.ApiError;
import java.util.Collection;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The limits of the number of jobs. Pure. */
final class JobLimits {
    static final int MOST_OPEN = 100;
    /** So that the operators of one topic leave room for those of others. */
    static final int MOST_OPEN_OF_TOPIC = 20;
    /** Whatever became of them. */
    static final int MOST_REMEMBERED_OF_TOPIC = 1_000;

    private static final int MEBIBYTE = 1024 * 1024;
    private static final int MOST_MEBIBYTES = 64;
    private static final int MOST_MEBIBYTES_OF_TOPIC = 8;
    /** Each is asked about each event of a later job. */
    static final int MOST_REMEMBERED = 5_000;

    private JobLimits() {}

    /**
     * Returns why one more job is too many.
     *
     * @param jobs that are remembered
     * @param bytes of the records of a job
     */
    static Optional<ApiError> refusal(Collection<Job> jobs, ToLongFunction<Job> bytes, JobRequest request) {
        var open = jobs.stream().filter(job -> !job.ended()).toList();
        if (open.size() >= MOST_OPEN) {
            return tooMany(MOST_OPEN + " jobs have not ended; wait for them, or cancel some of them");
        }
        var ofTopics = request.targets().topics().stream()
                .map(DomainTopic::owner) // the topics of a domain share what one topic may have
                .distinct()
                .flatMap(topic -> refusalOfTopic(topic, jobs, open, bytes).stream())
                .findFirst();
        if (ofTopics.isPresent()) {
            return ofTopics;
        }
        if (mebibytes(jobs, bytes) >= MOST_MEBIBYTES) {
            return tooMany("the jobs that are remembered have " + MOST_MEBIBYTES + " MiB; try again in a minute");
        }
        if (!request.dryRun() && jobs.stream().filter(Job::broughtBack).count() >= MOST_REMEMBERED) {
            return tooMany(MOST_REMEMBERED + " jobs of the last " + Job.REMEMBERED.toDays()
                    + " days have brought events back and are remembered, so that no event comes back twice; let one"
                    + " job bring back more events");
        }
        return Optional.empty();
    }

    private static Optional<ApiError> refusalOfTopic(
            String topic, Collection<Job> jobs, Collection<Job> open, ToLongFunction<Job> bytes) {
        if (open.stream().filter(job -> isOf(topic, job)).count() >= MOST_OPEN_OF_TOPIC) {
            return tooMany(MOST_OPEN_OF_TOPIC + " jobs of topic " + topic
                    + " have not ended; wait for them, or cancel some of them");
        }
        var ofTopic = jobs.stream().filter(job -> isOf(topic, job)).toList();
        if (ofTopic.size() >= MOST_REMEMBERED_OF_TOPIC) {
            return tooMany(MOST_REMEMBERED_OF_TOPIC + " jobs of topic " + topic
                    + " are remembered; those that brought nothing back are forgotten within a minute");
        }
        if (mebibytes(ofTopic, bytes) >= MOST_MEBIBYTES_OF_TOPIC) {
            return tooMany("the jobs of topic " + topic + " that are remembered have " + MOST_MEBIBYTES_OF_TOPIC
                    + " MiB; name fewer events in each, or try again in a minute");
        }
        return Optional.empty();
    }

    private static long mebibytes(Collection<Job> jobs, ToLongFunction<Job> bytes) {
        return jobs.stream().mapToLong(bytes).sum() / MEBIBYTE;
    }

    /** A job of several topics counts for each of them. */
    private static boolean isOf(String topic, Job job) {
        return job.request().targets().areOf(topic);
    }

    private static Optional<ApiError> tooMany(String message) {
        return Optional.of(ApiError.of(429, "TooManyJobs", message));
    }
}
