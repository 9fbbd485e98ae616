package io.tidings.export.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: a job leaves its topic 14 days after its end. */
class JobRemovalIT {
    private static final Duration ALMOST = Duration.ofDays(14).minusHours(1);
    private static final Duration LATER = Duration.ofDays(14).plusHours(1);

    private JobFixture jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
        jobs.bench().giveUp("billing", 3);
        for (int i = 0; i < 100; i++) {
            jobs.publish("orders", "published-" + i, "placed");
        }
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void anEndedJobLeavesTheTopicAfterFourteenDaysAndNoneBefore() throws Exception {
        var old = jobs.ask("'kind':'redrive'");
        var running = jobs.start();
        jobs.awaitState(old, JobState.DONE);
        var paused = jobs.ask("'kind':'replay','rate':1");
        jobs.awaitWritten(paused, 1);
        jobs.wish(paused, JobWish.PAUSE);
        jobs.awaitState(paused, JobState.PAUSED);
        running.close();

        var young = jobs.ask("'kind':'redrive','dryRun':true");
        running = jobs.startAheadBy(ALMOST);
        jobs.awaitState(young, JobState.DONE);
        assertThat(jobs.remembered(old))
                .as("the runner has looked for old jobs")
                .isPresent();
        running.close();

        jobs.startAheadBy(LATER);
        await().atMost(JobFixture.PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> jobs.tombstones().size() == 3);
        assertThat(jobs.tombstones())
                .as("without its progress, a job that has a request would begin again")
                .containsExactly(old + "/request", old + "/progress", old + "/wish");
        assertThat(jobs.remembered(old)).isEmpty();
        assertThat(jobs.job(young).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.job(paused).state()).isEqualTo(JobState.PAUSED);
        assertThat(jobs.bench().eventIds()).as("nothing came back twice").hasSize(3 + (int) jobs.written(paused));
    }
}
