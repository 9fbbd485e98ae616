package io.tidings.export.job;

import static io.tidings.export.job.RedriveFixture.BILLING;
import static io.tidings.export.job.RedriveFixture.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.job.JobState;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** B-REPLAY-2: past events reach the named subscription again, with fresh attempts and a fresh time to live. */
class ReplayJobIT {
    private JobFixture jobs;

    @BeforeEach
    void open() throws Exception {
        jobs = new JobFixture();
        jobs.subscribe("\"filter\":{\"includedEventTypes\":[\"placed\"]}");
        jobs.publish("orders", "1", "placed");
        jobs.publish("orders", "2", "paid");
        jobs.publish("news", "3", "placed");
        jobs.publish("orders", "4", "placed");
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void allEventsOfTheTopicComeBackWhateverTheFilterSays() throws Exception {
        var id = jobs.ask("'kind':'replay'");
        jobs.start();
        var done = jobs.awaitState(id, JobState.DONE).progress();
        assertThat(done.counts().written()).isEqualTo(3);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("1", "2", "4");
        assertThat(jobs.bench().deliveries()).allSatisfy(record -> {
            var delivery = delivery(record);
            assertThat(record.key()).isEqualTo(BILLING.bytes());
            assertThat(delivery.event().schema()).isEqualTo(EventSchema.EVENT_GRID);
            assertThat(delivery.event().source().kafkaTopic())
                    .isEqualTo(jobs.bench().topics().events());
            assertThat(delivery.event().published()).isAfterOrEqualTo(done.started());
            assertThat(delivery.redriven().job()).isEqualTo(id);
            assertThat(delivery.redriven().times()).isEqualTo(1);
        });
    }

    /** B-TYPE-1: they were accepted when nothing was said against their data. */
    @Test
    void eventsThatTheSchemaOfTodayRefusesComeBack() throws Exception {
        var topics = jobs.bench().topics().topics();
        jobs.bench().write(topics, "orders", "{\"properties\":{\"tidings\":{\"check\":\"reject\"}}}", Map.of());
        jobs.bench()
                .write(
                        topics,
                        "orders/eventTypes/paid",
                        "{\"properties\":{\"dataSchema\":{\"required\":[\"n\"]}}}",
                        Map.of());
        var id = jobs.ask("'kind':'replay'");
        jobs.start();
        jobs.awaitState(id, JobState.DONE);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("1", "2", "4");
    }

    @Test
    void aReplayObeysTheFilterIfAsked() throws Exception {
        var id = jobs.ask("'kind':'replay','filter':true");
        jobs.start();
        var done = jobs.awaitState(id, JobState.DONE).progress();
        assertThat(done.counts().skipped()).containsEntry("FilteredOut", 1L);
        assertThat(jobs.bench().eventIds()).containsExactlyInAnyOrder("1", "4");
    }

    /** B-LANE-2 */
    @Test
    void eventsOfAnOrderedSubscriptionComeBackWithTheirOrderKeysInTheOrderOfTheirLog() throws Exception {
        jobs.subscribe("\"tidings\":{\"orderBy\":\"subject\"}");
        jobs.start();
        jobs.awaitState(jobs.ask("'kind':'replay'"), JobState.DONE);
        assertThat(jobs.bench().deliveries())
                .hasSize(3)
                .allSatisfy(
                        record -> assertThat(delivery(record).order()).isEqualTo(new DeliveryOrder("/orders/1", null)));
    }

    @Test
    void anEventComesBackThreeTimesAndThenOnlyIfForced() throws Exception {
        jobs.start();
        for (int i = 0; i < 3; i++) {
            jobs.awaitState(jobs.ask("'kind':'replay','select':{'eventIds':['1']}"), JobState.DONE);
        }
        var fourth = jobs.awaitState(jobs.ask("'kind':'replay','select':{'eventIds':['1']}"), JobState.DONE);
        assertThat(fourth.progress().counts().skipped()).containsEntry("BroughtBackThreeTimes", 1L);
        jobs.awaitState(jobs.ask("'kind':'replay','force':true,'select':{'eventIds':['1']}"), JobState.DONE);
        assertThat(jobs.bench().deliveries().stream()
                        .map(record -> delivery(record).redriven().times()))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
    }
}
