package io.tidings.ingest.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsRecord;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.health.RecoveryProgress.State;
import io.tidings.contract.health.RecoveryRecord;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.subscription.Destination;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.ingest.health.PresentSubscriptions;
import io.tidings.ingest.health.RecentDeliveries;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** B-PROB-4: what a manager sees of an endpoint. */
class StatusViewTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Probation TEN_SECONDS =
            new Probation(NOON, NOON.plusSeconds(10), Duration.ofSeconds(10), LastOutcome.BUSY);
    private static final String NOTHING = """
        {"health":"NoTraffic","consecutiveFailures":0,"deferred":0,"matched":0,"delivered":0,"deadLettered":0,\
        "dropped":0,"waiting":0}\
        """;

    private final EndpointHealthTable healthTable = new EndpointHealthTable();
    private final CountsTable counts = new CountsTable();
    private Destination destination = new Webhook(URI.create("https://e.example/"));
    private @Nullable StartState start;

    @Test
    void aSubscriptionOfWhichNothingIsKnownHasNoTraffic() {
        assertThat(statusAt(NOON)).isEqualTo(NOTHING);
    }

    @Test
    void failuresAreShownBeforeTheyAreTooMany() {
        write(new EndpointHealth("u1", 3, LastOutcome.SOCKET_ERROR, null, 0, NOON));
        assertThat(statusAt(NOON)).isEqualTo("""
            {"health":"Failing","reason":"the last 3 attempts failed: SocketError","consecutiveFailures":3,\
            "deferred":0,"lastDeliveryOutcome":"SocketError","matched":0,"delivered":0,"deadLettered":0,"dropped":0,"waiting":0}\
            """);
    }

    @Test
    void theErrorIsDescribed() {
        write(new EndpointHealth("u1", 3, LastOutcome.SOCKET_ERROR, null, 0, NOON)
                .withError("connection refused: localhost:3999"));
        assertThat(statusAt(NOON)).isEqualTo("""
            {"health":"Failing","reason":"the last 3 attempts failed: connection refused: localhost:3999",\
            "consecutiveFailures":3,"deferred":0,"lastDeliveryOutcome":"SocketError",\
            "lastDeliveryError":"connection refused: localhost:3999","matched":0,"delivered":0,"deadLettered":0,\
            "dropped":0,"waiting":0}\
            """);
    }

    @Test
    void theNumberOfRequestsAtOnceIsShownOfThePresentEndpoint() {
        var health = new EndpointHealth("u1", 0, null, null, 0, NOON).withConcurrencyLimit(16);
        write(health);
        assertThat(statusAt(NOON)).contains("\"concurrencyLimit\":16");
        write(health.of(URI.create("https://another.example/")));
        assertThat(statusAt(NOON)).doesNotContain("concurrencyLimit");
    }

    /** #31: only an endpoint that had failed showed how many requests it may get at once. */
    @Test
    void theNumberOfRequestsAtOnceIsShownOfAnEndpointThatHasNeverFailed() {
        count(new DeliveryCounts(3, 0, 3, 0, 0, NOON, NOON.plusSeconds(1), 8));
        assertThat(statusAt(NOON)).contains("\"concurrencyLimit\":8");
        write(new EndpointHealth("u1", 1, LastOutcome.BUSY, null, 0, NOON.plusSeconds(2)).withConcurrencyLimit(4));
        assertThat(statusAt(NOON)).as("what was written later holds").contains("\"concurrencyLimit\":4");
        write(new EndpointHealth("u1", 0, null, null, 0, NOON).withConcurrencyLimit(1));
        assertThat(statusAt(NOON)).contains("\"concurrencyLimit\":8");
    }

    @Test
    void nobodyIsSentRequestsByAQueue() {
        destination = new QueueDestination(Duration.ofMinutes(1), 10, null);
        count(new DeliveryCounts(3, 0, 3, 0, 0, NOON, NOON.plusSeconds(1), 1));
        assertThat(statusAt(NOON)).doesNotContain("concurrencyLimit");
    }

    @Test
    void aProbationLastsUntilItsProbeSucceeds() {
        write(new EndpointHealth("u1", 10, LastOutcome.BUSY, TEN_SECONDS, 7, NOON));
        var status = """
            {"health":"OnProbation","consecutiveFailures":10,"deferred":7,"probationUntil":"2026-11-21T12:00:10Z",\
            "lastDeliveryOutcome":"Busy","matched":0,"delivered":0,"deadLettered":0,\
            "dropped":0,"waiting":0}\
            """;
        assertThat(statusAt(NOON)).isEqualTo(status);
        assertThat(statusAt(NOON.plusSeconds(10))).isEqualTo(status);
    }

    /** B-COUNT. */
    @Test
    void theCountsOfDeliveriesAreShownWhicheverEndpointItHas() {
        count(new DeliveryCounts(12, 2, 5, 1, 2, NOON.plusSeconds(2), NOON.plusSeconds(1)));
        write(new EndpointHealth("u1", 3, LastOutcome.BUSY, null, 0, NOON).of(URI.create("https://another.example/")));
        assertThat(statusAt(NOON)).isEqualTo("""
            {"health":"Delivering","consecutiveFailures":0,"deferred":0,"matched":10,"delivered":5,"deadLettered":1,\
            "dropped":2,"waiting":4,"lastMatched":"2026-11-21T12:00:02Z","lastDelivered":"2026-11-21T12:00:01Z"}\
            """);
    }

    /** B-COUNT: a deferral is no delivery, and one delivery may be deferred many times. */
    @Test
    void whatWaitsIsWhatWaitsHoweverOftenItWasDeferred() {
        count(new DeliveryCounts(23, 0, 0, 0, 0, NOON, null));
        write(new EndpointHealth("u1", 10, LastOutcome.BUSY, TEN_SECONDS, 104, NOON));
        assertThat(statusAt(NOON)).contains("\"deferred\":104", "\"waiting\":23");
        assertThat(statusAt(NOON, true)).contains("\"health\":\"Paused\"", "\"deferred\":104", "\"waiting\":23");
    }

    @Test
    void aPausedSubscriptionIsPausedWhateverTheHealthOfItsEndpoint() {
        write(new EndpointHealth("u1", 10, LastOutcome.BUSY, TEN_SECONDS, 7, NOON));
        assertThat(statusAt(NOON, true)).isEqualTo("""
            {"health":"Paused","consecutiveFailures":10,"deferred":7,"probationUntil":"2026-11-21T12:00:10Z",\
            "lastDeliveryOutcome":"Busy","matched":0,"delivered":0,"deadLettered":0,\
            "dropped":0,"waiting":0}\
            """);
    }

    /** B-RECOVER-1. */
    @Test
    void theLatestRecoveryIsShown() {
        var progress = new RecoveryProgress("u1", State.STOPPED, NOON, 7, NOON.plusSeconds(300), null, Map.of());
        assertThat(healthTable
                        .recoveries()
                        .read(
                                "shop/billing#recovery",
                                0,
                                new RecordHeaders(RecoveryRecord.headers("u1")),
                                RecoveryRecord.value(progress)))
                .isEmpty();
        assertThat(statusAt(NOON)).contains("""
            "recovery":{"state":"Stopped","since":"2026-11-21T12:00:00Z","moved":7,"until":"2026-11-21T12:05:00Z"}\
            """);
    }

    @Test
    void theHealthOfAFormerSubscriptionOfThatNameIsNotShown() {
        write(new EndpointHealth("u0", 10, LastOutcome.BUSY, TEN_SECONDS, 7, NOON));
        assertThat(statusAt(NOON)).isEqualTo(NOTHING);
    }

    @Test
    void aStartWithoutAJobWaitsForOne() {
        start = StartState.OPEN;
        assertThat(statusAt(NOON)).contains("""
            "start":{"state":"open","job":"start-u1",\
            "reason":"waits for its job: at most 16 starts have one, and 4 of a topic"}\
            """);
        start = StartState.DONE;
        assertThat(statusAt(NOON)).contains("\"start\":{\"state\":\"done\",\"job\":\"start-u1\"}");
    }

    private static TimelineResult away(TimelineQuery query) throws TimelineUnavailableException {
        throw new TimelineUnavailableException("nobody can say " + query);
    }

    private void count(DeliveryCounts counted) {
        var record = new CountsRecord(
                0, Map.of(new CountedSubscription(new SubscriptionKey("shop", "billing"), "u1"), counted));
        assertThat(counts.read(0, record.key(), record.value())).isEmpty();
    }

    private void write(EndpointHealth health) {
        assertThat(healthTable.read(
                        "shop/billing",
                        0,
                        new RecordHeaders(EndpointHealthRecord.headers(health)),
                        EndpointHealthRecord.value(health)))
                .isEmpty();
    }

    private String statusAt(Instant now) {
        return statusAt(now, false);
    }

    private String statusAt(Instant now, boolean paused) {
        var subscription = new Subscription(
                        new SubscriptionKey("shop", "billing"),
                        destination,
                        EventFilter.EVERYTHING,
                        null,
                        new RetryPolicy(null, null),
                        null,
                        null,
                        List.of())
                .pausing(paused);
        var entry = new SubscriptionEntry(
                subscription, "u1", Provisioning.succeeded(null).start(start), 0);
        var clock = Clock.fixed(now, ZoneOffset.UTC);
        var table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
        var recent = new RecentDeliveries(StatusViewTest::away, clock);
        return new StatusView(
                        new PresentSubscriptions(table, healthTable, counts, recent),
                        healthTable.recoveries(),
                        new JobTable(),
                        clock)
                .of(entry)
                .toString();
    }
}
