package io.tidings.ingest.health;

import static io.tidings.ingest.health.FactExamples.NOON;
import static io.tidings.ingest.health.FactExamples.delivering;
import static io.tidings.ingest.health.FactExamples.expiring;
import static io.tidings.ingest.health.FactExamples.failing;
import static io.tidings.ingest.health.FactExamples.onProbation;
import static io.tidings.ingest.health.FactExamples.unvalidated;
import static io.tidings.ingest.health.SubscriptionHealth.DELIVERING;
import static io.tidings.ingest.health.SubscriptionHealth.FAILING;
import static io.tidings.ingest.health.SubscriptionHealth.NOT_VALIDATED;
import static io.tidings.ingest.health.SubscriptionHealth.NO_TRAFFIC;
import static io.tidings.ingest.health.SubscriptionHealth.ON_PROBATION;
import static io.tidings.ingest.health.SubscriptionHealth.PAUSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.table.Pauses;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.timeline.ActiveMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B-HEALTH. */
class SubscriptionHealthTest {
    /** The end of the newest minute that is known. */
    private static final Instant UNTIL = Instant.parse("2026-11-22T12:00:00Z");

    private static final SubscriptionFacts ONE = delivering("a");

    @Test
    void theWordsAreThoseOfTheApi() {
        assertThat(Stream.of(SubscriptionHealth.values()).map(SubscriptionHealth::wireName))
                .containsExactly("Failing", "OnProbation", "NotValidated", "Paused", "Delivering", "NoTraffic");
    }

    @Test
    void aPauseHidesEverythingElse() {
        assertThat(onProbation("a", NOON, true).health(NOON)).isEqualTo(PAUSED);
        assertThat(onProbation("a", NOON, false).health(NOON)).isEqualTo(ON_PROBATION);
    }

    @Test
    void aProbationLastsUntilItsProbeSucceeds() {
        assertThat(onProbation("a", NOON, false).health(NOON.plusSeconds(600))).isEqualTo(ON_PROBATION);
    }

    @ParameterizedTest
    @EnumSource(value = ProvisioningState.class, mode = EnumSource.Mode.EXCLUDE, names = "SUCCEEDED")
    void withoutAHandshakeItIsNotValidated(ProvisioningState state) {
        assertThat(unvalidated("a", state, null).health(NOON)).isEqualTo(NOT_VALIDATED);
    }

    @Test
    void anExpiredSubscriptionHasNoTraffic() {
        assertThat(expiring("a", NOON.plusMillis(1)).health(NOON)).isEqualTo(DELIVERING);
        assertThat(expiring("a", NOON).health(NOON)).isEqualTo(NO_TRAFFIC);
    }

    @Test
    void aDayWithoutEventsIsNoTraffic() {
        assertThat(facts(DeliveryCounts.NONE, null, null).health(NOON)).isEqualTo(NO_TRAFFIC);
        var once = counts(1, 1, 0, NOON, NOON);
        assertThat(facts(once, null, null).health(NOON.plus(Duration.ofDays(1))))
                .isEqualTo(DELIVERING);
        assertThat(facts(once, null, null).health(NOON.plus(Duration.ofDays(1)).plusMillis(1)))
                .isEqualTo(NO_TRAFFIC);
    }

    @Test
    void whatWaitsIsTraffic() {
        var waits = counts(2, 1, 0, NOON, NOON);
        assertThat(facts(waits, null, null).health(NOON.plus(Duration.ofDays(2))))
                .isEqualTo(DELIVERING);
    }

    /** Refused events are no failures of the endpoint, so it once counted as healthy. */
    @Test
    void anEndpointThatRefusesEveryEventFailsWithoutAnyRunOfFailures() {
        var refused = counts(24, 0, 24, NOON, null);
        assertThat(facts(refused, null, attempts(minute(1, 0, 24))).health(NOON))
                .isEqualTo(FAILING);
        assertThat(facts(refused, null, null).health(NOON))
                .as("without the timeline")
                .isEqualTo(FAILING);
        assertThat(facts(refused, null, attempts()).failure())
                .contains("the last event was given up, and none was delivered since");
    }

    @Test
    void oneDeliverySinceEndsIt() {
        var delivered = counts(25, 1, 24, NOON, NOON);
        assertThat(facts(delivered, null, attempts(minute(1, 0, 24))).health(NOON))
                .isEqualTo(DELIVERING);
        assertThat(facts(delivered, null, null).health(NOON)).isEqualTo(DELIVERING);
    }

    @ParameterizedTest(name = "{0} delivered and {1} failed: {2}")
    @CsvSource({"91, 10, DELIVERING", "90, 10, FAILING", "1, 1, FAILING", "0, 1, FAILING", "5, 0, DELIVERING"})
    void oneFailureInTenAttemptsIsTooMuch(long delivered, long failed, SubscriptionHealth health) {
        var recent = attempts(minute(1, delivered, failed));
        assertThat(facts(counts(200, 190, 9, NOON, UNTIL.minusSeconds(5)), null, recent)
                        .health(NOON))
                .isEqualTo(health);
    }

    @Test
    void aMinuteWithoutFailuresIsRequiredWhereOthersSucceed() {
        var counts = counts(200, 200, 0, NOON, NOON);
        assertThat(facts(counts, null, attempts(minute(2, 9, 9), minute(1, 2, 0)))
                        .health(NOON))
                .isEqualTo(DELIVERING);
        assertThat(facts(counts, null, attempts(minute(2, 9, 9), minute(1, 20, 1)))
                        .failure())
                .contains("10 of 39 attempts failed in the last 5 minutes");
    }

    @Test
    void whatFailedBeforeTheEndOfAProbationIsOvercome() {
        var well = new EndpointHealth("u-a", 0, LastOutcome.BUSY, null, 0, NOON).decided(UNTIL.minusSeconds(20));
        var counts = counts(20, 20, 0, UNTIL.minusSeconds(10), UNTIL.minusSeconds(10));
        assertThat(facts(counts, well, attempts(minute(1, 10, 10))).health(NOON))
                .isEqualTo(DELIVERING);
        assertThat(facts(counts, well.decided(UNTIL.minusSeconds(90)), attempts(minute(1, 10, 10)))
                        .health(NOON))
                .isEqualTo(FAILING);
    }

    @ParameterizedTest(name = "{0} failures in a row, {1} of 100 failed: {2}")
    @CsvSource({"1, 1, DELIVERING", "2, 1, DELIVERING", "3, 1, FAILING", "1, 50, FAILING"})
    void aShortRunOfFailuresIsForgivenWhereNearlyAllElseSucceeds(int run, long failed, SubscriptionHealth health) {
        var endpoint = new EndpointHealth("u-a", run, LastOutcome.BUSY, null, 0, NOON);
        assertThat(facts(counts(100, 99, 0, NOON, NOON), endpoint, attempts(minute(1, 100 - failed, failed)))
                        .health(NOON))
                .isEqualTo(health);
    }

    @Test
    void theLastAttemptDecidesWhereNothingElseIsKnown() {
        assertThat(failing("a", 1, "status 503").failure()).contains("the last attempt failed: status 503");
        assertThat(failing("a", 2, null).failure()).contains("the last 2 attempts failed: Busy");
    }

    @Test
    void whatTheWorkerIsNotSetUpForFails() {
        var lacking = new EndpointHealth("u-a", 0, null, null, 0, NOON).withError("there is no identity");
        assertThat(facts(counts(1, 0, 0, NOON, null), lacking, null).failure())
                .contains("nothing is delivered: there is no identity");
        assertThat(facts(counts(1, 1, 0, NOON, NOON), lacking, null).failure()).isEmpty();
    }

    @Test
    void aRecordThatCannotBeReadFails() {
        var entry = new SubscriptionEntry(
                ONE.entry().subscription(), "u-a", ONE.entry().provisioning(), 0, Pauses.NONE, true);
        assertThat(new SubscriptionFacts(entry, null, DeliveryCounts.NONE, null).health(NOON))
                .isEqualTo(FAILING);
    }

    private static SubscriptionFacts facts(
            DeliveryCounts counts, @Nullable EndpointHealth endpoint, @Nullable RecentAttempts recent) {
        return new SubscriptionFacts(ONE.entry(), endpoint, counts, recent);
    }

    private static DeliveryCounts counts(
            long taken, long delivered, long deadLettered, Instant lastTaken, @Nullable Instant lastDelivered) {
        return new DeliveryCounts(taken, 0, delivered, deadLettered, 0, lastTaken, lastDelivered);
    }

    private static RecentAttempts attempts(ActiveMinute... minutes) {
        return RecentAttempts.of(List.of(minutes), UNTIL);
    }

    /** @param ago 1 for the newest minute that is over */
    private static ActiveMinute minute(long ago, long delivered, long failed) {
        return new ActiveMinute(UNTIL.minus(Duration.ofMinutes(ago)), "orders/a@u-a", delivered, failed, 0, 0);
    }
}
