package io.tidings.worker.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastOutcome;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** B-DLQ-2, B-DLQ-5 and B-PROB-2: the reasons of drops and deferrals, which metrics show. */
class ReasonsTest {
    @Test
    void onlyASubscriptionThatIsGoneCancels() {
        assertThat(Stream.of(
                                DropReason.SUBSCRIPTION_DELETED,
                                DropReason.SUBSCRIPTION_EXPIRED,
                                DropReason.RECORD_TOO_LARGE)
                        .filter(DropReason::cancels))
                .extracting(DropReason::wireName)
                .containsExactly("SubscriptionDeleted", "SubscriptionExpired");
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void aDropWithoutADestinationHasTheReasonOfTheDeadLetter(DeadLetterReason reason) {
        assertThat(DropReason.of(reason).wireName()).isEqualTo(reason.wireName());
        assertThat(DropReason.of(reason).cancels()).isFalse();
    }

    static Stream<DeadLetterReason> reasons() {
        return Stream.concat(DeadLetterReason.USUAL.stream(), Stream.of(DeadLetterReason.ofStatus(409)));
    }

    @ParameterizedTest(name = "{0}: {1}, {2}")
    @CsvSource({
        "PROBATION, Probation, PROBATION",
        "OVERLOAD, Overload, DELIVERING",
        "SUBSCRIPTION_UNREADABLE, SubscriptionUnreadable, DELIVERING",
        "NOT_VALIDATED, NotValidated, DELIVERING",
        "NOT_CONFIGURED, NotConfigured, DELIVERING",
        "PROXY_UNAVAILABLE, ProxyUnavailable, DELIVERING",
        "PAUSED, Paused, PROBATION"
    })
    void aDeferralHasItsWordAndAnOutcomeThatIsRemembered(DeferralReason reason, String word, LastOutcome outcome) {
        assertThat(reason.wireName()).isEqualTo(word);
        assertThat(reason.outcome()).isEqualTo(outcome);
    }
}
