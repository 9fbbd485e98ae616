package io.tidings.ingest.systemevent;

import static io.tidings.ingest.systemevent.ChangingCondition.MORNING;
import static io.tidings.ingest.systemevent.SystemEventType.DEAD_LETTERS_STARTED;
import static io.tidings.ingest.systemevent.SystemEventType.EXPIRING;
import static io.tidings.ingest.systemevent.SystemEventType.PAUSED_FOR_GONE;
import static io.tidings.ingest.systemevent.SystemEventType.PROBATION_ENDED;
import static io.tidings.ingest.systemevent.SystemEventType.PROBATION_STARTED;
import static io.tidings.ingest.systemevent.SystemEventType.VALIDATION_AWAITING;
import static io.tidings.ingest.systemevent.SystemEventType.VALIDATION_FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.condition.AnnouncedState;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** B-SYS-1, B-SYS-2. */
class SubscriptionAnnouncementsTest {
    private final ChangingCondition billing = new ChangingCondition();

    @Test
    void aHealthySubscriptionHasNoEvents() {
        assertThat(billing.pass()).isEmpty();
    }

    @Test
    void aProbationHasOneEventWhenItStartsAndOneWhenItEnds() {
        billing.probation(MORNING);
        assertThat(billing.types()).containsExactly(PROBATION_STARTED);
        assertThat(billing.types()).isEmpty();
        billing.probation = null;
        assertThat(billing.types()).containsExactly(PROBATION_ENDED);
        assertThat(billing.types()).isEmpty();
    }

    @Test
    void aPauseForAnEndpointThatIsGoneIsAnnouncedOnce() {
        billing.provisioning = billing.provisioning.gone(MORNING);
        assertThat(billing.types()).containsExactly(PAUSED_FOR_GONE);
        assertThat(billing.types()).isEmpty();
        billing.provisioning = billing.provisioning.gone(null);
        assertThat(billing.types()).isEmpty();
        billing.provisioning = billing.provisioning.gone(MORNING.plusSeconds(300));
        billing.now = MORNING.plusSeconds(300);
        assertThat(billing.types()).containsExactly(PAUSED_FOR_GONE);
    }

    @Test
    void anotherProbationIsAnnouncedAfterTheEndOfTheOneBefore() {
        billing.probation(MORNING);
        billing.pass();
        billing.now = MORNING.plus(Duration.ofHours(2));
        billing.probation(MORNING.plus(Duration.ofHours(1)));
        assertThat(billing.types()).containsExactly(PROBATION_ENDED, PROBATION_STARTED);
    }

    @Test
    void anEndpointThatComesAndGoesHasEachEventOnceInFiveMinutes() {
        int started = 0;
        int ended = 0;
        for (int second = 0; second < 600; second++) {
            billing.now = MORNING.plusSeconds(second);
            if (second % 2 == 0) {
                billing.probation(billing.now);
            } else {
                billing.probation = null;
            }
            for (var type : billing.types()) {
                started += type == PROBATION_STARTED ? 1 : 0;
                ended += type == PROBATION_ENDED ? 1 : 0;
            }
        }
        assertThat(started).isEqualTo(2);
        assertThat(ended).isEqualTo(2);
    }

    @Test
    void aConditionThatHadToWaitIsAnnouncedWhenItMayBe() {
        billing.probation(MORNING);
        billing.pass();
        billing.probation = null;
        billing.pass();
        billing.probation(MORNING.plusSeconds(1));
        assertThat(billing.types()).isEmpty();
        billing.now = MORNING.plus(SubscriptionAnnouncements.INTERVAL);
        assertThat(billing.types()).containsExactly(PROBATION_STARTED);
    }

    @Test
    void aClockThatWasSetBackDoesNotSilenceASubscription() {
        billing.now = MORNING.plus(Duration.ofDays(30));
        billing.probation(billing.now);
        billing.pass();
        billing.probation = null;
        billing.pass();
        billing.now = MORNING;
        billing.probation(MORNING);
        assertThat(billing.types()).containsExactly(PROBATION_STARTED);
    }

    @Test
    void aFailedValidationIsAnnouncedOnceAndAgainWhenItFailsAgain() {
        billing.validation(ProvisioningState.FAILED, MORNING, "the endpoint responded 404");
        assertThat(billing.types()).containsExactly(VALIDATION_FAILED);
        billing.provisioning = Provisioning.succeeded(null);
        billing.now = MORNING.plusSeconds(600);
        assertThat(billing.types()).isEmpty();
        billing.validation(ProvisioningState.FAILED, billing.now, "the endpoint responded 404");
        assertThat(billing.types()).containsExactly(VALIDATION_FAILED);
    }

    @Test
    void aValidationThatWaitsForAHandAndThenFailsHasBothEvents() {
        billing.validation(ProvisioningState.AWAITING_MANUAL_ACTION, MORNING, "open the URL");
        assertThat(billing.types()).containsExactly(VALIDATION_AWAITING);
        billing.validation(ProvisioningState.FAILED, MORNING.plusSeconds(600), "nobody opened the URL");
        assertThat(billing.types()).containsExactly(VALIDATION_FAILED);
    }

    @Test
    void onlyTheFirstDeadLetterAfterAQuietHourIsAnnounced() {
        billing.latestDeadLetter = MORNING;
        assertThat(billing.types()).containsExactly(DEAD_LETTERS_STARTED);
        for (int minute = 1; minute < 90; minute++) {
            billing.now = MORNING.plus(Duration.ofMinutes(minute));
            billing.latestDeadLetter = billing.now;
            assertThat(billing.types()).isEmpty();
        }
        var last = billing.now;
        billing.latestDeadLetter = last.minusSeconds(50);
        assertThat(billing.types()).as("another exporter saw an older one").isEmpty();
        billing.now = last.plus(SubscriptionAnnouncements.QUIET);
        billing.latestDeadLetter = billing.now;
        assertThat(billing.types()).containsExactly(DEAD_LETTERS_STARTED);
    }

    @Test
    void anExpirationIsAnnouncedADayBefore() {
        billing.expires = MORNING.plus(Duration.ofDays(3));
        assertThat(billing.types()).isEmpty();
        billing.now = billing.expires.minus(SubscriptionAnnouncements.AHEAD);
        assertThat(billing.types()).containsExactly(EXPIRING);
        assertThat(billing.types()).isEmpty();
        billing.expires = billing.expires.plusSeconds(3600);
        billing.now = billing.now.plusSeconds(3600);
        assertThat(billing.types()).containsExactly(EXPIRING);
    }

    @Test
    void whatHasExpiredIsNotAboutToExpire() {
        billing.expires = MORNING;
        assertThat(billing.pass()).isEmpty();
    }

    @Test
    void theSameChangeHasTheSameIdWhoeverAnnouncesIt() {
        billing.probation(MORNING);
        var first = billing.pass().getFirst();
        billing.announced = AnnouncedState.NONE;
        billing.now = MORNING.plusSeconds(77);
        assertThat(billing.pass().getFirst()).isEqualTo(first);
        billing.announced = AnnouncedState.NONE;
        billing.probation(MORNING.plusSeconds(1));
        assertThat(billing.pass().getFirst().id()).isNotEqualTo(first.id());
    }
}
