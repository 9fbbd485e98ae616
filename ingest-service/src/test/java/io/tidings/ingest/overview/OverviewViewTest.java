package io.tidings.ingest.overview;

import static io.tidings.ingest.health.FactExamples.NOON;
import static io.tidings.ingest.health.FactExamples.delivering;
import static io.tidings.ingest.health.FactExamples.failing;
import static io.tidings.ingest.health.FactExamples.key;
import static io.tidings.ingest.health.FactExamples.onProbation;
import static io.tidings.ingest.health.FactExamples.unvalidated;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.condition.StorageName;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.ingest.health.SubscriptionFacts;
import io.tidings.ingest.overview.Attention.DeadLettersGrow;
import io.tidings.ingest.overview.Attention.EventsRejected;
import io.tidings.ingest.overview.Attention.Expires;
import io.tidings.ingest.overview.Attention.Fails;
import io.tidings.ingest.overview.Attention.HoldsMuch;
import io.tidings.ingest.overview.Attention.IsPaused;
import io.tidings.ingest.overview.Attention.MatchingStalled;
import io.tidings.ingest.overview.Attention.OnProbation;
import io.tidings.ingest.overview.Attention.StorageUnavailable;
import io.tidings.ingest.overview.Attention.ValidationFailed;
import io.tidings.ingest.overview.Attention.ValidationWaits;
import io.tidings.ingest.overview.RecentActivity.Hour;
import io.tidings.ingest.overview.WaitingDeliveries.ByTier;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OverviewViewTest {
    private static final Instant LAST_MINUTE = Instant.parse("2026-11-22T11:59:00Z");
    private static final Hour UNKNOWN = new Hour(NOON, false, List.of(), null, List.of());

    private static JsonNode json(List<SubscriptionFacts> subscriptions, List<Attention> attention, Hour hour) {
        return json(subscriptions, attention, hour, null);
    }

    private static JsonNode json(
            List<SubscriptionFacts> subscriptions, List<Attention> attention, Hour hour, @Nullable ByTier waiting) {
        return new OverviewView(
                        NOON,
                        List.of("invoices", "orders"),
                        subscriptions,
                        attention,
                        hour,
                        waiting,
                        List.of(),
                        List.of("a sentence"))
                .json();
    }

    @Test
    void subscriptionsAreCountedByStateAndHealth() {
        var json = json(
                List.of(
                        delivering("a"),
                        delivering("b"),
                        failing("c", 1, null),
                        onProbation("d", NOON, false),
                        onProbation("e", NOON, true),
                        unvalidated("f", ProvisioningState.FAILED, null)),
                List.of(),
                UNKNOWN);
        assertThat(json.path("topics").asInt()).isEqualTo(2);
        assertThat(json.path("subscriptions")).hasToString("""
            {"total":6,"byState":{"Succeeded":5,"Failed":1},\
            "byHealth":{"Delivering":2,"Failing":1,"OnProbation":1,"Paused":1,"NotValidated":1}}\
            """);
        assertThat(json.path("byTopic")).hasToString("""
            [{"topic":"orders","subscriptions":6,"failing":2,"waiting":18},\
            {"topic":"invoices","subscriptions":0,"failing":0,"waiting":0}]\
            """);
        assertThat(json.path("incomplete")).hasToString("[\"a sentence\"]");
        assertThat(json.path("jobs")).hasToString("{\"running\":0,\"queued\":0}");
    }

    @Test
    void theLastHourHasAllMinutesThatAreOver() {
        var minutes = List.of(
                new ActiveMinute(LAST_MINUTE, "orders", 5, 1, 0, 0),
                new ActiveMinute(LAST_MINUTE, "invoices", 4, 0, 0, 3),
                new ActiveMinute(LAST_MINUTE, "orders/billing", 0, 0, 2, 0),
                new ActiveMinute(LAST_MINUTE.plusSeconds(60), "orders", 7, 0, 0, 0));
        var json = json(List.of(), List.of(), new Hour(NOON, true, minutes, Duration.ofMillis(250), List.of()));
        assertThat(json.path("minutes")).hasSize(60);
        assertThat(json.path("minutes").path(0)).hasToString("""
            {"minute":"2026-11-22T11:00:00Z","delivered":0,"failed":0,"deadLettered":0}\
            """);
        assertThat(json.path("minutes").path(59)).hasToString("""
            {"minute":"2026-11-22T11:59:00Z","delivered":9,"failed":1,"deadLettered":2}\
            """);
        assertThat(json.path("timeline")).hasToString("{\"available\":true,\"behindMs\":250}");
    }

    @Test
    void withoutTheTimelineTheMinutesAreMissing() {
        var json = json(List.of(), List.of(), UNKNOWN);
        assertThat(json.has("minutes")).isFalse();
        assertThat(json.path("timeline")).hasToString("{\"available\":false}");
    }

    @Test
    void whatWaitsForARetryIsCountedByTier() {
        var waiting = new ByTier(
                Map.of(
                        "1m", new Waiting(5, NOON, NOON),
                        "memory", new Waiting(1, NOON, NOON),
                        "30s", new Waiting(2, NOON, NOON)),
                false);
        var pending = json(List.of(onProbation("d", NOON, false), delivering("a")), List.of(), UNKNOWN, waiting)
                .path("pending");
        assertThat(pending.path("total").asInt()).isEqualTo(6);
        assertThat(pending.path("tiers").findValuesAsText("tier")).containsExactly("memory", "30s", "1m");
        assertThat(pending.path("complete").asBoolean()).isFalse();
        assertThat(pending.path("deferred").asInt()).isEqualTo(7);
    }

    @Test
    void whatWaitsForARetryIsMissingIfItIsNotKnown() {
        assertThat(json(List.of(onProbation("d", NOON, false)), List.of(), UNKNOWN)
                        .path("pending"))
                .hasToString("{\"total\":3,\"deferred\":7}");
    }

    @Test
    void aConditionOfASubscriptionNamesItsHost() {
        var subscription = failing("c", 1, null);
        var conditions = List.<Attention>of(new MatchingStalled(null), new IsPaused(subscription.key(), 1, null));
        var shown = json(List.of(subscription), conditions, UNKNOWN).path("attention");
        assertThat(shown.path(0).has("host")).isFalse();
        assertThat(shown.path(1).path("host").textValue()).isEqualTo(subscription.host());
    }

    @Test
    void atMostAHundredConditionsAreShownAndAllAreCounted() {
        var many = Collections.<Attention>nCopies(101, new IsPaused(key("a"), 1, null));
        var json = json(List.of(), many, UNKNOWN);
        assertThat(json.path("attention")).hasSize(100);
        assertThat(json.path("attentionTotal").asInt()).isEqualTo(101);
    }

    @Test
    void aConditionSaysWhatItIsAboutAndWhatItMeans() {
        assertThat(AttentionView.of(
                        new OnProbation(key("a"), NOON, NOON.plusSeconds(60), LastOutcome.BUSY, "status 503: x")))
                .hasToString("""
                    {"kind":"OnProbation","topic":"orders","subscription":"a","since":"2026-11-22T12:00:30Z",\
                    "until":"2026-11-22T12:01:30Z","detail":"Busy",\
                    "sentence":"nothing is sent until 2026-11-22T12:01:30Z, then one delivery as a probe: status 503: x"}\
                    """);
        assertThat(AttentionView.of(new EventsRejected("", NOON, 1))).hasToString("""
            {"kind":"Rejected","since":"2026-11-22T12:00:30Z","count":1,\
            "sentence":"1 event without a topic was rejected in the last hour"}\
            """);
    }

    @Test
    void everyKindHasASentence() {
        assertThat(sentence(new MatchingStalled(NOON))).contains("retry-topology");
        assertThat(sentence(new StorageUnavailable(new StorageName("archive", "dead"), NOON)))
                .contains("archive/dead");
        assertThat(sentence(new ValidationWaits(key("a"), NOON, null))).contains("validation URL");
        assertThat(sentence(new ValidationFailed(key("a"), NOON, "status 500"))).isEqualTo("status 500");
        assertThat(sentence(new HoldsMuch(key("a"), NOON, HoldUse.HALF, 2)))
                .isEqualTo("it is paused and has used half of hold.max or hold.max.bytes, and when all is used, the"
                        + " oldest events expire; 2 deliveries wait");
        assertThat(sentence(new HoldsMuch(key("a"), NOON, HoldUse.ALL, 1)))
                .isEqualTo("it is paused and has used all of hold.max or hold.max.bytes, so the oldest events expire;"
                        + " 1 delivery waits");
        assertThat(sentence(new DeadLettersGrow(key("a"), NOON, 2)))
                .isEqualTo("2 events became dead letters in the last hour");
        assertThat(sentence(new Fails(key("a"), "the last attempt failed", LastOutcome.BUSY)))
                .isEqualTo("the last attempt failed");
        assertThat(sentence(new EventsRejected("orders", NOON, 7)))
                .isEqualTo("7 events were rejected in the last hour");
        assertThat(sentence(new Expires(key("a"), NOON))).contains("expires at 2026-11-22T12:00:30Z");
        assertThat(sentence(new IsPaused(key("a"), 1, null))).isEqualTo("it is paused; 1 delivery waits");
        assertThat(sentence(new IsPaused(key("a"), 1, "endpoint gone (410)")))
                .isEqualTo("it is paused: endpoint gone (410); 1 delivery waits");
    }

    private static String sentence(Attention attention) {
        return AttentionView.of(attention).path("sentence").asText();
    }
}
