package io.tidings.ingest.validation;

import static io.tidings.contract.table.ProvisioningState.AWAITING_MANUAL_ACTION;
import static io.tidings.contract.table.ProvisioningState.CREATING;
import static io.tidings.contract.table.ProvisioningState.FAILED;
import static io.tidings.contract.table.ProvisioningState.SUCCEEDED;
import static io.tidings.contract.table.ProvisioningState.UPDATING;
import static io.tidings.ingest.validation.Examples.CODE;
import static io.tidings.ingest.validation.Examples.NOON;
import static io.tidings.ingest.validation.Examples.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.validation.EndpointValidation.Step.Again;
import io.tidings.ingest.validation.EndpointValidation.Step.Moved;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-3: how a subscription gets from one provisioning state to the next. */
class EndpointValidationTest {
    private static final EndpointValidation CONSENT = new EndpointValidation(true);
    private static final EndpointValidation NONE_NEEDED = new EndpointValidation(false);
    private static final Subscription HERE = subscription("https://here.example/");
    private static final Subscription THERE = subscription("https://there.example/");
    private static final ValidationResult UNDECIDED = new ValidationResult.Undecided("it said nothing");

    @Test
    void aNewSubscriptionIsCreating() {
        assertThat(CONSENT.written(null, HERE, NOON, CODE))
                .isEqualTo(new Provisioning(CREATING, false, NOON, CODE, null, null, null));
    }

    @ParameterizedTest(name = "{0}, agreed before: {1}, other endpoint: {2}")
    @CsvSource({
        "SUCCEEDED,              true,  false, SUCCEEDED, true",
        "SUCCEEDED,              true,  true,  UPDATING,  true",
        "SUCCEEDED,              false, true,  UPDATING,  true", // of a release that noted no more than the state
        "UPDATING,               true,  false, UPDATING,  true",
        "UPDATING,               true,  true,  UPDATING,  true",
        "FAILED,                 true,  false, UPDATING,  true",
        "AWAITING_MANUAL_ACTION, true,  true,  UPDATING,  true",
        "CREATING,               false, false, CREATING,  false",
        "CREATING,               false, true,  CREATING,  false",
        "AWAITING_MANUAL_ACTION, false, false, CREATING,  false",
        "FAILED,                 false, false, CREATING,  false",
        "FAILED,                 false, true,  CREATING,  false"
    })
    void onlyAValidatedEndpointIsNotAskedAgain(
            ProvisioningState before, boolean agreed, boolean other, ProvisioningState now, boolean established) {
        var entry = entry(new Provisioning(before, agreed, NOON.minusSeconds(9), "old", "why", null, null));
        var written = CONSENT.written(entry, other ? THERE : HERE, NOON, CODE);
        assertThat(written.state()).isEqualTo(now);
        assertThat(written.established()).isEqualTo(established);
        if (now != SUCCEEDED) {
            assertThat(written).isEqualTo(new Provisioning(now, established, NOON, CODE, null, null, null));
        }
    }

    @Test
    void theAllowedRateStaysWithTheEndpoint() {
        var entry = entry(Provisioning.succeeded(120));
        assertThat(CONSENT.written(entry, HERE, NOON, CODE).requestsPerMinute()).isEqualTo(120);
        assertThat(CONSENT.written(entry, THERE, NOON, CODE).requestsPerMinute())
                .isNull();
        assertThat(NONE_NEEDED.written(entry, HERE, NOON, CODE).requestsPerMinute())
                .isEqualTo(120);
        assertThat(NONE_NEEDED.written(entry, THERE, NOON, CODE)).isEqualTo(Provisioning.succeeded(null));
    }

    @Test
    void withoutValidationEverySubscriptionSucceedsAtOnce() {
        assertThat(NONE_NEEDED.written(null, HERE, NOON, CODE)).isEqualTo(Provisioning.succeeded(null));
        for (var state : new ProvisioningState[] {CREATING, UPDATING, AWAITING_MANUAL_ACTION}) {
            assertThat(NONE_NEEDED.elapsed(in(state), NOON)).contains(Provisioning.succeeded(null));
        }
        assertThat(NONE_NEEDED.elapsed(in(FAILED), NOON)).isEmpty();
        assertThat(NONE_NEEDED.elapsed(in(SUCCEEDED), NOON)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ProvisioningState.class)
    void anEndpointIsAskedAsLongAsNothingCameBack(ProvisioningState state) {
        assertThat(CONSENT.asks(in(state))).isEqualTo(state == CREATING || state == UPDATING);
    }

    @Test
    void anEndpointThatAgreesSucceedsWithItsRate() {
        assertThat(CONSENT.afterAttempt(in(CREATING), new ValidationResult.Agreed(null), 1, NOON))
                .isEqualTo(new Moved(Provisioning.succeeded(null)));
        assertThat(CONSENT.afterAttempt(in(UPDATING), new ValidationResult.Agreed(60), 3, NOON))
                .isEqualTo(new Moved(Provisioning.succeeded(60)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndpointThatRefusesFailsAtOnce(boolean established) {
        var before = new Provisioning(CREATING, established, NOON.minusSeconds(1), CODE, null, null, null);
        assertThat(CONSENT.afterAttempt(before, new ValidationResult.Rejected("no"), 1, NOON))
                .isEqualTo(new Moved(new Provisioning(FAILED, established, NOON, null, "no", null, null)));
    }

    @Test
    void aSilentEndpointIsAskedThreeTimesFiveSecondsApart() {
        var silence = new ValidationResult.NoResponse("silence");
        assertThat(CONSENT.afterAttempt(in(CREATING), silence, 1, NOON)).isEqualTo(new Again(NOON.plusSeconds(5)));
        assertThat(CONSENT.afterAttempt(in(CREATING), silence, 2, NOON)).isEqualTo(new Again(NOON.plusSeconds(5)));
        assertThat(CONSENT.afterAttempt(in(CREATING), silence, 3, NOON))
                .isEqualTo(new Moved(new Provisioning(
                        FAILED, false, NOON, null, "silence, 3 times; put the subscription again", null, null)));
    }

    @Test
    void anUndecidedEndpointIsAwaitedAndKeepsTheCode() {
        var before = new Provisioning(UPDATING, true, NOON.minusSeconds(40), CODE, null, null, null);
        assertThat(CONSENT.afterAttempt(before, UNDECIDED, 2, NOON.plusNanos(7)))
                .isEqualTo(new Moved(new Provisioning(
                        AWAITING_MANUAL_ACTION,
                        true,
                        NOON.plusNanos(7),
                        CODE,
                        "it said nothing; the URL sent with the request must be opened before 2026-11-21T12:10:00Z",
                        null,
                        null)));
    }

    @Test
    void theWindowIsTenMinutes() {
        var awaiting = in(AWAITING_MANUAL_ACTION);
        var end = NOON.plus(Duration.ofMinutes(10));
        assertThat(CONSENT.elapsed(awaiting, end.minusNanos(1))).isEmpty();
        assertThat(CONSENT.afterCode(awaiting, CODE, end.minusNanos(1))).contains(Provisioning.succeeded(null));
        assertThat(CONSENT.elapsed(awaiting, end)).hasValueSatisfying(failed -> {
            assertThat(failed.state()).isEqualTo(FAILED);
            assertThat(failed.code()).isNull();
            assertThat(failed.problem()).contains("10 minutes", "put the subscription again");
        });
        assertThat(CONSENT.afterCode(awaiting, CODE, end)).isEmpty();
    }

    @Test
    void aWindowWithoutAKnownBeginningIsOver() {
        var awaiting = new Provisioning(AWAITING_MANUAL_ACTION, false, null, CODE, null, null, null);
        assertThat(CONSENT.elapsed(awaiting, NOON)).isPresent();
        assertThat(CONSENT.afterCode(awaiting, CODE, NOON)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ProvisioningState.class)
    void timeAloneEndsNothingButTheWindow(ProvisioningState state) {
        assertThat(CONSENT.elapsed(in(state), NOON.plus(Duration.ofDays(1))).isPresent())
                .isEqualTo(state == AWAITING_MANUAL_ACTION);
    }

    /** An endpoint may open the URL before it responds. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"CREATING, true", "UPDATING, true", "AWAITING_MANUAL_ACTION, true", "SUCCEEDED, false", "FAILED, false"
    })
    void theCodeCountsFromTheMomentItIsSentUntilTheEnd(ProvisioningState state, boolean counts) {
        assertThat(CONSENT.afterCode(in(state), CODE, NOON).isPresent()).isEqualTo(counts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "512d38b6", "512D38B6-C7B8-40C8-89FE-F46F9E9622B6", "00000000-0000-0000-0000-000000000000"})
    void noOtherCodeCounts(String code) {
        assertThat(CONSENT.afterCode(in(AWAITING_MANUAL_ACTION), code, NOON)).isEmpty();
        assertThat(CONSENT.afterCode(Provisioning.in(CREATING), code, NOON)).isEmpty();
    }

    private static Provisioning in(ProvisioningState state) {
        return new Provisioning(state, false, NOON, CODE, null, null, null);
    }

    /** B-RECOVER-1. */
    @Test
    void aRequestToRetryNowIsKeptForADay() {
        var asked = Provisioning.succeeded(null).retryNow(NOON);
        assertThat(CONSENT.written(entry(asked), HERE, NOON.plusSeconds(86_399), CODE))
                .isEqualTo(asked);
        assertThat(CONSENT.written(entry(asked), HERE, NOON.plusSeconds(86_400), CODE))
                .isEqualTo(Provisioning.succeeded(null));
    }

    /** B-GONE: whatever else a write changes. */
    @Test
    void theReasonOfAPauseIsKeptUntilItEnds() {
        var paused = entry(Provisioning.succeeded(null).gone(NOON));
        for (var subscription : new Subscription[] {HERE, THERE}) {
            assertThat(CONSENT.written(paused, subscription.pausing(true), NOON, CODE)
                            .gone())
                    .isEqualTo(NOON);
            assertThat(CONSENT.written(paused, subscription, NOON, CODE).gone()).isNull();
        }
    }

    private static SubscriptionEntry entry(Provisioning provisioning) {
        return new SubscriptionEntry(HERE, "u1", provisioning, 7);
    }
}
