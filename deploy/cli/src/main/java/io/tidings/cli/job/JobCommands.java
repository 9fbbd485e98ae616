package io.tidings.cli.job;

import io.tidings.cli.api.Paths;
import io.tidings.cli.session.CommandSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for redrives and replays that exist. */
@Command(name = "jobs", description = "Shows, pauses, resumes and cancels redrives and replays.")
public final class JobCommands {
    private final CommandSession session;

    public JobCommands(CommandSession session) {
        this.session = session;
    }

    @Command(description = "Lists the jobs.")
    int list(@Mixin JobSearchOptions search) {
        return session.show(session.api().list(search.path()), JobView::table);
    }

    @Command(description = "Shows a job.")
    int show(
            @Parameters(paramLabel = "JOB") String id,
            @Option(names = "--wait", description = "show the progress until the job has ended") boolean wait)
            throws InterruptedException {
        var api = session.api();
        var job = api.get(Paths.job(id)).required();
        return wait ? new Following(session, api).untilItEnds(job) : session.show(job, JobView::text);
    }

    @Command(description = "Pauses a job.")
    int pause(@Parameters(paramLabel = "JOB") String id) {
        return act(id, "pause");
    }

    @Command(description = "Lets a paused job go on.")
    int resume(@Parameters(paramLabel = "JOB") String id) {
        return act(id, "resume");
    }

    @Command(description = "Ends a job; what it has written stays written.")
    int cancel(@Parameters(paramLabel = "JOB") String id) {
        return act(id, "cancel");
    }

    private int act(String id, String action) {
        var job = session.api().post(Paths.job(id) + "/" + action).required();
        return session.done(job, JobView.line(job));
    }
}
