package io.tidings.export.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a runner does about a job that it finds, wherever the former runner was killed. */
class NextStepTest {
    @ParameterizedTest(name = "wish {0}, written {1}: {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "RUN, -, RUN",
                "RUN, RUNNING, RUN",
                "RUN, PAUSED, RUN",
                "RUN, DONE, NOTHING",
                "RUN, FAILED, NOTHING",
                "RUN, CANCELLED, NOTHING",
                "PAUSE, -, NOTHING",
                "PAUSE, RUNNING, PAUSE",
                "PAUSE, PAUSED, NOTHING",
                "PAUSE, DONE, NOTHING",
                "PAUSE, FAILED, NOTHING",
                "CANCEL, -, NOTHING",
                "CANCEL, RUNNING, CANCEL",
                "CANCEL, PAUSED, CANCEL",
                "CANCEL, CANCELLED, NOTHING",
                "CANCEL, DONE, NOTHING",
            })
    void aJobIsLedToWhatWasAskedOfIt(JobWish wish, JobState written, NextStep step) {
        assertThat(NextStep.of(JobExamples.job(wish, written))).isEqualTo(step);
    }
}
