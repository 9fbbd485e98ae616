package io.tidings.ingest.overview;

import static io.tidings.ingest.health.FactExamples.NOON;
import static io.tidings.ingest.health.FactExamples.delivering;
import static io.tidings.ingest.health.FactExamples.expiring;
import static io.tidings.ingest.health.FactExamples.failing;
import static io.tidings.ingest.health.FactExamples.holding;
import static io.tidings.ingest.health.FactExamples.key;
import static io.tidings.ingest.health.FactExamples.onProbation;
import static io.tidings.ingest.health.FactExamples.unvalidated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.StorageName;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.timeline.ActiveMinute;
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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttentionRulesTest {
    private static final StorageName STORAGE = new StorageName("archive", "dead");
    private static final Instant MINUTE = Instant.parse("2026-11-22T11:55:00Z");

    private final AttentionRules rules = new AttentionRules(NOON);

    private List<Attention> of(SubscriptionFacts... facts) {
        return rules.ofSubscriptions(List.of(facts));
    }

    @Test
    void aSubscriptionThatDeliversNeedsNobody() {
        assertThat(of(delivering("a"))).isEmpty();
    }

    /** B-PAUSE. */
    @Test
    void aPauseInWhichMuchIsHeldIsMoreUrgentThanAnother() {
        var since = NOON.minusSeconds(60);
        assertThat(of(holding("a", since, null))).containsExactly(new IsPaused(key("a"), 3, null));
        var much = of(holding("b", since, HoldUse.HALF));
        assertThat(much).containsExactly(new HoldsMuch(key("b"), since, HoldUse.HALF, 3));
        var failing = of(onProbation("c", NOON, false));
        assertThat(AttentionRules.ordered(List.of(failing.getFirst(), much.getFirst())))
                .containsExactly(much.getFirst(), failing.getFirst());
    }

    @Test
    void eachHealthThatNeedsAPersonIsACondition() {
        assertThat(of(
                        onProbation("a", NOON, false),
                        unvalidated("b", ProvisioningState.AWAITING_MANUAL_ACTION, null),
                        unvalidated("c", ProvisioningState.FAILED, "status 500"),
                        failing("d", 3, "status 503")))
                .containsExactly(
                        new OnProbation(key("a"), NOON, NOON.plusSeconds(60), LastOutcome.BUSY, "status 503"),
                        new ValidationWaits(key("b"), NOON, null),
                        new ValidationFailed(key("c"), NOON, "status 500"),
                        new Fails(key("d"), "the last 3 attempts failed: status 503", LastOutcome.BUSY));
        assertThat(of(unvalidated("e", ProvisioningState.CREATING, null))).isEmpty();
    }

    @Test
    void aPausedSubscriptionIsNothingElse() {
        assertThat(of(onProbation("a", NOON, true))).containsExactly(new IsPaused(key("a"), 3, null));
    }

    @Test
    void anExpirationIsNearForADay() {
        var day = Duration.ofDays(1);
        assertThat(of(expiring("a", NOON.plus(day)))).containsExactly(new Expires(key("a"), NOON.plus(day)));
        assertThat(of(expiring("a", NOON.plus(day).plusMillis(1)))).isEmpty();
        assertThat(of(expiring("a", NOON))).isEmpty();
    }

    @Test
    void onlyStoragesThatAcceptNothingAreConditions() {
        assertThat(AttentionRules.ofStorages(List.of(
                        new StorageSeen(STORAGE, false, NOON),
                        new StorageSeen(new StorageName("archive", "other"), true, NOON))))
                .containsExactly(new StorageUnavailable(STORAGE, NOON));
    }

    @Test
    void deadLettersAndRejectionsOfAnHourAreAddedUp() {
        var later = MINUTE.plusSeconds(60);
        assertThat(AttentionRules.ofMinutes(List.of(
                        new ActiveMinute(later, "orders/a", 0, 0, 2, 0),
                        new ActiveMinute(MINUTE, "orders/a", 0, 0, 1, 0),
                        new ActiveMinute(MINUTE, "orders", 9, 9, 0, 0),
                        new ActiveMinute(later, "orders", 9, 9, 0, 4))))
                .containsExactlyInAnyOrder(
                        new DeadLettersGrow(key("a"), MINUTE, 3), new EventsRejected("orders", later, 4));
    }

    @Test
    void deadLettersThatWereBroughtBackNeedNobody() {
        assertThat(AttentionRules.ofMinutes(List.of(
                        new ActiveMinute(MINUTE, "orders/a", 0, 0, 3, 0, 3),
                        new ActiveMinute(MINUTE, "orders/b", 0, 0, 3, 0, 2))))
                .containsExactly(new DeadLettersGrow(key("b"), MINUTE, 1));
    }

    @Test
    void theMostUrgentComesFirstAndThenTheOldest() {
        var expected = List.of(
                new MatchingStalled(NOON),
                new StorageUnavailable(STORAGE, NOON),
                new OnProbation(key("z"), NOON.minusSeconds(9), NOON, LastOutcome.BUSY, null),
                new OnProbation(key("a"), NOON, NOON, LastOutcome.BUSY, null),
                new OnProbation(key("b"), NOON, NOON, LastOutcome.BUSY, null),
                new ValidationWaits(key("a"), NOON, null),
                new ValidationWaits(key("b"), null, null),
                new ValidationFailed(key("a"), NOON, null),
                new DeadLettersGrow(key("a"), NOON, 1),
                new Fails(key("a"), "the last attempt failed", null),
                new EventsRejected("orders", NOON, 1),
                new Expires(key("a"), NOON),
                new IsPaused(key("a"), 0, null));
        assertThat(AttentionRules.ordered(new ArrayList<>(expected.reversed()))).isEqualTo(expected);
    }
}
