package io.tidings.contract.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobTableTest {
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final String REQUEST = """
        {"kind":"redrive","topic":"orders","subscription":"billing","created":"2026-11-22T12:00:00Z",\
        "createdBy":"anna"}\
        """;

    private final JobTable table = new JobTable();

    @Test
    void aJobIsItsRequestAndTheLatestWishAndProgress() {
        assertThat(table.job("j1")).isEmpty();
        put("j1/request", REQUEST);
        assertThat(table.job("j1").orElseThrow().state()).isEqualTo(JobState.QUEUED);
        put("j1/wish", "pause");
        assertThat(table.job("j1").orElseThrow().state()).isEqualTo(JobState.PAUSED);
        put("j1/wish", "run");
        put("j1/progress", new String(JobProgressJson.write(progress(JobState.RUNNING)), UTF_8));
        var job = table.job("j1").orElseThrow();
        assertThat(job.wish()).isEqualTo(JobWish.RUN);
        assertThat(job.progress()).isEqualTo(progress(JobState.RUNNING));
        assertThat(table.jobs()).containsExactly(job);
    }

    @Test
    void aJobRemembersWhichSubscriptionsGetItsDeliveries() throws IOException {
        for (var uids : List.of(new String[0], new String[] {"u1"}, new String[] {"u1", "u2"})) {
            var progress = progress(JobState.RUNNING, uids);
            assertThat(JobProgressJson.read(JobProgressJson.write(progress))).isEqualTo(progress);
        }
        assertThat(new String(JobProgressJson.write(progress(JobState.RUNNING, "u1")), UTF_8))
                .as("as earlier releases read it")
                .contains("\"uid\":\"u1\"");
    }

    @Test
    void theBytesOfAJobAreThoseOfItsRecords() {
        put("j1/request", REQUEST);
        put("j1/wish", "pause");
        put("j1/wish", "run");
        assertThat(table.bytes("j1")).isEqualTo(REQUEST.length() + "run".length());
        table.read("j1/request", new RecordHeaders(), null);
        table.read("j1/wish", new RecordHeaders(), null);
        assertThat(table.bytes("j1")).isZero();
    }

    @ParameterizedTest(name = "{0} and no runner: {1}")
    @CsvSource({"run, QUEUED", "pause, PAUSED", "cancel, CANCELLED"})
    void aJobThatNoRunnerHasTakenUpObeysAtOnce(String wish, JobState state) {
        put("j1/request", REQUEST);
        put("j1/wish", wish);
        assertThat(table.job("j1").orElseThrow().state()).isEqualTo(state);
    }

    @Test
    void aJobWithARecordOfALaterReleaseIsLeftAlone() {
        put("j1/request", REQUEST);
        put("j2/request", REQUEST);
        var headers = new RecordHeaders().add(HeaderText.header(HeaderNames.FORMAT, "2"));
        assertThat(table.read("j1/progress", headers, new byte[] {1})).isPresent();
        assertThat(table.readable()).extracting(Job::id).containsExactly("j2");
        assertThat(table.jobs()).hasSize(2);
    }

    @Test
    void anUnreadableRecordIsToldAndChangesNothing() {
        put("j1/request", REQUEST);
        assertThat(read("j1/wish", "sleep")).isPresent();
        assertThat(read("j1/request", "{}")).isPresent();
        assertThat(read("j1/colour", "red")).isPresent();
        assertThat(read("j1", REQUEST)).isPresent();
        assertThat(table.job("j1").orElseThrow().wish()).isEqualTo(JobWish.RUN);
    }

    @Test
    void nothingIsLeftOfAJobWhoseKeysAreRemoved() {
        put("j1/request", REQUEST);
        put("j1/wish", "cancel");
        JobTable.keys("j1")
                .forEach(key -> assertThat(read(new String(key, UTF_8), null)).isEmpty());
        assertThat(table.jobs()).isEmpty();
        put("j1/request", REQUEST);
        assertThat(table.job("j1").orElseThrow().wish()).isEqualTo(JobWish.RUN);
    }

    private static JobProgress progress(JobState state, String... uids) {
        return new JobProgress(
                state,
                NOON,
                null,
                null,
                new JobCounts(10, 4, true, 3, Map.of("AlreadyRedriven", 2L)),
                List.of(
                        new JobExample("billing", "e1", "tidings.events-0@7", NOON, "MaxDeliveryAttemptsExceeded", 503),
                        new JobExample(null, "e2", "tidings.events-0@8", NOON, null, null)),
                Map.of("tidings.dead-letters-1", 17L),
                Set.of(uids));
    }

    private void put(String key, String value) {
        assertThat(read(key, value)).isEmpty();
    }

    private Optional<String> read(String key, @Nullable String value) {
        var headers = new RecordHeaders(JobTable.headers());
        return table.read(key, headers, value == null ? null : value.getBytes(UTF_8));
    }
}
