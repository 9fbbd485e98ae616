package io.tidings.export.job;

import static io.tidings.export.job.RedriveFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.job.JobState;
import io.tidings.contract.job.StartPlaces;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-START: a new subscription gets the past events up to the first marker of each partition, by its filter. */
class StartJobIT {
    private JobFixture jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
        jobs.subscribe("\"filter\":{\"includedEventTypes\":[\"placed\"]}");
        jobs.publish("orders", "1", "placed");
        jobs.publish("orders", "2", "paid");
        jobs.publish("news", "3", "placed");
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void theJobEndsAtTheFirstMarkerOfEachPartition() throws Exception {
        var id = jobs.askToStart(Instant.EPOCH);
        jobs.start();
        awaitCaughtUp(id);
        var late = jobs.publish("orders", "4", "placed");
        await().atMost(JobFixture.PATIENCE).until(() -> jobs.written(id) == 2);
        jobs.mark(late.partition());
        jobs.mark(late.partition());
        for (int i = 0; i < 8; i++) {
            jobs.publish("orders", "behind" + i, "placed");
        }
        jobs.mark(1 - late.partition());
        var done = jobs.awaitState(id, JobState.DONE).progress();
        assertThat(done.counts().skipped()).containsKey("FilteredOut");
        assertThat(jobs.bench().eventIds())
                .contains("1", "4")
                .doesNotContain("2", "3")
                .doesNotHaveDuplicates();
        assertThat(jobs.bench().deliveries()).allSatisfy(record -> {
            var event = delivery(record).event();
            boolean behind = event.source().partition() == late.partition()
                    && event.source().offset() > late.offset();
            assertThat(behind).as(event.id()).isFalse();
            assertThat(event.published()).isAfterOrEqualTo(done.started());
        });
    }

    /** A job that had not begun would deliver to another subscription what that one has not asked for, or gets itself. */
    @Test
    void anotherSubscriptionOfTheSameNameGetsNothing() throws Exception {
        var id = jobs.askToStart("uid-of-a-former-one", Instant.EPOCH);
        jobs.start();
        var failed = jobs.awaitState(id, JobState.FAILED).progress();
        assertThat(failed.error()).contains("orders/billing was deleted and created again");
        assertThat(jobs.bench().deliveries()).isEmpty();
    }

    @Test
    void anotherRunnerGoesOnAfterTheLastCommit() throws Exception {
        var id = jobs.askToStart(Instant.EPOCH);
        var first = jobs.start();
        awaitCaughtUp(id);
        first.close();
        jobs.publish("orders", "4", "placed");
        jobs.mark(0);
        jobs.mark(1);
        jobs.start();
        jobs.awaitState(id, JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("1", "4");
    }

    @Test
    void eventsBeforeTheTimeAreLeftOut() throws Exception {
        var last = jobs.publish("orders", "4", "placed");
        await().until(() -> System.currentTimeMillis() > last.timestamp() + 1);
        var since = Instant.now();
        jobs.publish("orders", "5", "placed");
        var id = jobs.askToStart(since);
        jobs.start();
        awaitCaughtUp(id);
        jobs.mark(0);
        jobs.mark(1);
        jobs.awaitState(id, JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactly("5");
    }

    @Test
    void whatRetentionTakesFirstIsCounted() throws Exception {
        var id = jobs.askToStart(Instant.EPOCH);
        var lost = jobs.publish("orders", "4", "placed");
        var partition = new TopicPartition(lost.topic(), lost.partition());
        jobs.write(id, JobState.RUNNING, Map.of(partition.toString(), lost.offset()));
        deleteUpTo(lost);
        jobs.mark(0);
        jobs.mark(1);
        jobs.start();
        var done = jobs.awaitState(id, JobState.DONE).progress();
        assertThat(done.counts().skipped()).containsEntry("NotRetained", 1L);
    }

    /** Its marker may be gone, and matching deliver what is behind it: the job would do so again, and without an end. */
    @Test
    void aJobThatRetentionOvertakesBehindTheMarkerFails() throws Exception {
        var id = jobs.askToStart(Instant.EPOCH);
        var first = jobs.start();
        awaitCaughtUp(id);
        first.close();
        jobs.mark(0);
        jobs.mark(1);
        var behind = jobs.publish("orders", "4", "placed");
        deleteUpTo(behind);
        jobs.publish("orders", "5", "placed");
        jobs.start();
        var failed = jobs.awaitState(id, JobState.FAILED).progress();
        assertThat(failed.error()).contains("retention deleted events of " + behind.topic());
        assertThat(failed.positions()).containsKey(StartPlaces.CAUGHT_UP);
        assertThat(jobs.bench().eventIds()).containsExactly("1");
    }

    private void deleteUpTo(RecordMetadata last) throws Exception {
        try (var admin = jobs.bench().clients().admin()) {
            var partition = new TopicPartition(last.topic(), last.partition());
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(last.offset() + 1)))
                    .all()
                    .get();
        }
    }

    private void awaitCaughtUp(String id) {
        await().atMost(JobFixture.PATIENCE).until(() -> {
            var progress = jobs.job(id).progress();
            return progress != null && progress.positions().containsKey(StartPlaces.CAUGHT_UP);
        });
    }
}
