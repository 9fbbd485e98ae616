package io.tidings.ingest.overview;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobRequest;
import io.tidings.contract.job.JobRequestJson;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobWish;
import io.tidings.contract.json.Validated;
import io.tidings.contract.timeline.ActiveMinute;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** #31: dead letters that were all brought back need nobody's attention. */
class RedrivenMinutesTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant ASKED = NOON.plusSeconds(90);

    @Test
    void theDeadLettersBeforeARedriveNeedNoAttention() {
        var redriven = redriven("", JobState.DONE, Map.of("AlreadyRedriven", 2L));
        assertThat(redriven.contains(minute(NOON, "orders/billing"))).isTrue();
        assertThat(redriven.contains(minute(NOON.plusSeconds(60), "orders/billing")))
                .as("some may have come after it was asked for")
                .isFalse();
        assertThat(redriven.contains(minute(NOON, "orders/audit"))).isFalse();
        assertThat(redriven.contains(minute(NOON.minusSeconds(8 * 24 * 3_600), "orders/billing")))
                .as("before its time")
                .isFalse();
    }

    @Test
    void aRedriveThatHasNotEndedOrHasLeftSomeDoesNotCount() {
        assertThat(redriven("", JobState.RUNNING, Map.of()).redrives()).isEmpty();
        assertThat(redriven("", JobState.CANCELLED, Map.of()).redrives()).isEmpty();
        assertThat(redriven("", JobState.DONE, Map.of("BroughtBackThreeTimes", 1L))
                        .redrives())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",'dryRun':true",
                ",'select':{'eventIds':['e1']}",
                ",'select':{'reasons':['TimeToLiveExceeded']}",
                ",'select':{'statuses':[503]}",
                ",'from':'blobs','select':{'from':'2026-11-22T11:00:00Z'}"
            })
    void aRedriveOfSomeDoesNotCount(String members) {
        assertThat(redriven(members, JobState.DONE, Map.of()).redrives()).isEmpty();
    }

    @Test
    void aRedriveOfSeveralSubscriptionsTookThoseOfEach() {
        var redriven = redriven("'subscriptions':['audit','billing']", "", JobState.DONE, Map.of());
        for (var each : List.of("orders/audit", "orders/billing")) {
            assertThat(redriven.contains(minute(NOON, each))).isTrue();
        }
        assertThat(redriven.contains(minute(NOON, "orders/crm"))).isFalse();
        assertThat(redriven.contains(minute(NOON, "orders"))).isFalse();
    }

    private static RedrivenMinutes redriven(String members, JobState state, Map<String, Long> skipped) {
        return redriven("'subscription':'billing'", members, state, skipped);
    }

    private static RedrivenMinutes redriven(String targets, String members, JobState state, Map<String, Long> skipped) {
        var body = "{'kind':'redrive','topic':'orders'," + targets + members + "}";
        var read = JobRequestJson.read(body.replace('\'', '"').getBytes(UTF_8), ASKED, "anna", (_, _) -> List.of());
        var request = ((Validated.Valid<JobRequest>) read).value();
        var counts = new JobCounts(9, 9, true, 9, skipped);
        var progress = new JobProgress(state, ASKED, ASKED, null, counts, List.of(), Map.of(), Set.of("u1"));
        return RedrivenMinutes.of(List.of(new Job("j1", request, JobWish.RUN, progress)));
    }

    private static ActiveMinute minute(Instant minute, String owner) {
        return new ActiveMinute(minute, owner, 0, 0, 1, 0);
    }
}
