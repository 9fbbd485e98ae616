package io.tidings.export.job;

import static io.tidings.export.job.RedriveFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-REPLAY-1: whatever interrupts a job, nothing is missing at its end, and nothing is delivered twice. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class InterruptedJobIT {
    private static final int LETTERS = 200;
    /** Takes 25 seconds, so that a job is not done when a machine that stood still interrupts it. */
    private static final String SLOWLY = "'kind':'redrive','rate':8";

    @TempDir
    private Path folder;

    private JobFixture jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
        jobs.bench().giveUp("billing", LETTERS);
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void anInstanceThatTakesOverFromAKilledOneContinuesTheJob() throws Exception {
        var id = jobs.ask(SLOWLY);
        var killed = jobs.startProcess(folder.resolve("killed.txt"));
        jobs.awaitWritten(id, 5);
        killed.destroyForcibly();
        assertThat(killed.waitFor(90, TimeUnit.SECONDS)).isTrue();
        long before = jobs.written(id);
        assertThat(before).isLessThan(LETTERS);

        jobs.start();

        var done = jobs.awaitState(id, JobState.DONE);
        assertThat(done.progress().counts().written()).isEqualTo(LETTERS);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(ids(LETTERS));
    }

    @Test
    void aPausedJobWaitsAndIsResumedWhereItWas() throws Exception {
        jobs.start();
        var id = jobs.ask(SLOWLY);
        jobs.awaitWritten(id, 5);
        jobs.wish(id, JobWish.PAUSE);
        jobs.awaitState(id, JobState.PAUSED);
        long written = jobs.written(id);
        assertThat(written).isLessThan(LETTERS);
        var other = jobs.ask("'kind':'redrive','dryRun':true");
        assertThat(jobs.awaitState(other, JobState.DONE).progress().counts().selected())
                .as("a paused job does not keep others from running, and they count what it left")
                .isEqualTo(LETTERS - written);
        assertThat(jobs.written(id)).isEqualTo(written);

        jobs.wish(id, JobWish.RUN);
        jobs.awaitState(id, JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(ids(LETTERS));
    }

    @Test
    void aCancelledJobEndsAndKeepsWhatItHasBroughtBack() throws Exception {
        jobs.start();
        var id = jobs.ask(SLOWLY);
        jobs.awaitWritten(id, 3);
        jobs.wish(id, JobWish.CANCEL);
        jobs.awaitState(id, JobState.CANCELLED);
        var counts = jobs.job(id).progress().counts();
        assertThat(jobs.bench().deliveries()).hasSize((int) counts.written());
        assertThat(counts.left()).isEqualTo(LETTERS - counts.written());
    }

    @Test
    void anInstanceThatStopsHandsTheJobOver() throws Exception {
        var first = jobs.start();
        var id = jobs.ask("'kind':'redrive','rate':50");
        jobs.awaitWritten(id, 5);
        jobs.start();
        first.close();
        jobs.awaitState(id, JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(ids(LETTERS));
    }
}
