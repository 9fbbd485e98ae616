package io.tidings.ingest.job;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequestJson;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.JobWish;
import io.tidings.ingest.http.ApiError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Lets jobs in up to {@link JobLimits}. Counts those that are being written as well, so that requests that come at once do
 * not pass the limits together; a slow write holds no other request up.
 */
final class JobAdmission {
    private final JobTable jobs;
    private final Map<String, Job> beingWritten = new HashMap<>();

    JobAdmission(JobTable jobs) {
        this.jobs = jobs;
    }

    /** Writes the job, or returns why it is one too many. */
    Optional<ApiError> admit(String id, JobRequest request, Runnable write) {
        var refusal = reserve(id, request);
        if (refusal.isEmpty()) {
            try {
                write.run();
            } finally {
                release(id);
            }
        }
        return refusal;
    }

    private synchronized Optional<ApiError> reserve(String id, JobRequest request) {
        var all = new ArrayList<>(jobs.jobs());
        beingWritten.values().stream()
                .filter(job -> jobs.job(job.id()).isEmpty())
                .forEach(all::add);
        var refusal = JobLimits.refusal(all, this::bytes, request);
        if (refusal.isEmpty()) {
            beingWritten.put(id, new Job(id, request, JobWish.RUN, null));
        }
        return refusal;
    }

    private long bytes(Job job) {
        return beingWritten.containsKey(job.id())
                ? JobRequestJson.write(job.request()).toString().length()
                : jobs.bytes(job.id());
    }

    private synchronized void release(String id) {
        beingWritten.remove(id);
    }
}
