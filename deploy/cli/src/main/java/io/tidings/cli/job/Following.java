package io.tidings.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.cli.api.ManagementCalls;
import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import io.tidings.cli.terminal.ExitStatus;
import java.time.Duration;

/** Shows the progress of a job until it has ended. */
record Following(CommandSession session, ManagementCalls api) {
    private static final String WARNINGS = "warnings";
    private static final Duration INTERVAL = Duration.ofMillis(500);

    /** Starts the job, and waits for its end if that is wanted. */
    int start(JsonNode request, boolean wait) throws InterruptedException {
        var job = api.post(Paths.JOBS, request).required();
        if (wait) {
            return untilItEnds(job);
        }
        var id = job.path("id").asText();
        return session.done(job, "%s; its progress: tidings jobs show %s --wait".formatted(JobView.line(job), id));
    }

    int untilItEnds(JsonNode first) throws InterruptedException {
        var job = first;
        var path = Paths.job(job.path("id").asText());
        var printed = "";
        while (!JobView.ended(job)) {
            var line = JobView.line(job);
            if (!line.equals(printed)) {
                session.terminal().note(line);
                printed = line;
            }
            if (session.stop().within(INTERVAL)) {
                session.terminal()
                        .note("The job goes on; tidings jobs cancel %s ends it."
                                .formatted(job.path("id").asText()));
                return ExitStatus.STOPPED;
            }
            job = api.get(path).required();
            if (first.has(WARNINGS) && job instanceof ObjectNode object) {
                object.set(WARNINGS, first.path(WARNINGS)); // only the first response says what is left out
            }
        }
        session.show(job, JobView::text);
        return JobView.done(job) ? ExitStatus.OK : ExitStatus.REFUSED;
    }
}
