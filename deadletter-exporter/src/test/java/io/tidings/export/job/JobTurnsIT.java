package io.tidings.export.job;

import static io.tidings.export.job.RedriveFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.job.JobState;
import io.tidings.testbed.FreePort;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-REPLAY-1: a slow job keeps no other waiting, and each keeps its rate. */
class JobTurnsIT {
    private static final int LETTERS = 100;

    private JobFixture jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
        jobs.bench().giveUp("billing", LETTERS);
        jobs.publish("orders", "1", "placed");
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void othersRunWhileAJobIsSlow() throws Exception {
        jobs.start();
        var slow = jobs.ask("'kind':'redrive','rate':1");
        jobs.awaitWritten(slow, 1);
        var count = jobs.ask("'kind':'redrive','dryRun':true");
        var replay = jobs.ask("'kind':'replay'");

        jobs.awaitState(replay, JobState.DONE);
        var counted = jobs.awaitState(count, JobState.DONE).progress().counts();

        assertThat(counted.selected() + counted.skipped().get("AlreadyRedriven"))
                .isEqualTo(LETTERS);
        assertThat(jobs.job(slow).state()).isEqualTo(JobState.RUNNING);
        assertThat(jobs.written(slow)).isLessThan(LETTERS);
    }

    /** Both redrives select every dead letter; if they ran side by side, each letter would come back twice. */
    @Test
    void ofTwoRedrivesOfASubscriptionTheSecondBringsBackWhatTheFirstLeft() throws Exception {
        jobs.start();
        var first = jobs.ask("'kind':'redrive','rate':50");
        var second = jobs.ask("'kind':'redrive'");
        jobs.awaitState(second, JobState.DONE);
        assertThat(jobs.job(first).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrderElementsOf(ids(LETTERS));
    }

    @Test
    void aJobKeepsItsRateBesideOthers() throws Exception {
        for (int i = 2; i <= LETTERS; i++) {
            jobs.publish("orders", Integer.toString(i), "placed");
        }
        var redrive = jobs.ask("'kind':'redrive','rate':10");
        var replay = jobs.ask("'kind':'replay','rate':10");
        jobs.start();
        var redriven = jobs.awaitState(redrive, JobState.DONE).progress();
        var replayed = jobs.awaitState(replay, JobState.DONE).progress();
        assertThat(Duration.between(redriven.started(), redriven.ended())).isGreaterThan(Duration.ofSeconds(7));
        assertThat(redriven.started()).as("side by side").isBefore(replayed.ended());
        assertThat(replayed.started()).as("side by side").isBefore(redriven.ended());
    }

    @Test
    void othersRunWhileAStorageIsTried() throws Exception {
        jobs.subscribe("""
            "deadLetterDestination":{"endpointType":"StorageBlob","properties":{\
            "resourceId":"/storageAccounts/archive","blobContainerName":"dead"}}\
            """);
        jobs.start("azblob://?account_name=a&account_key=QUJD&endpoint=http://127.0.0.1:" + FreePort.next());
        var archive = jobs.ask("'kind':'redrive','from':'blobs','select':{'from':'2026-11-21T00:00:00Z'}");
        for (int i = 0; i < 5; i++) {
            jobs.awaitState(jobs.ask("'kind':'redrive','dryRun':true"), JobState.DONE);
        }
        assertThat(jobs.job(archive).ended()).isFalse();
    }
}
