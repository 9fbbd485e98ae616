package io.tidings.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.testbed.cluster.ManagementClient.Response;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The checker finds deliveries whose end the API does not show: B-TIME-1. */
class EndsAreFoundTest {
    private static final String EXHAUSTED = ",\"reason\":\"" + HistoryScript.EXHAUSTED + '"';
    private static final String DEAD_LETTERED = "\"state\":\"DeadLettered\"" + EXHAUSTED;
    private static final String DELIVERED = "\"state\":\"Delivered\"";

    @Test
    void aDeliveryWithoutAFailureIsNotAskedFor() {
        assertThat(recorded(HistoryScript.accepted().matched().attempt(1, 0, 200, Ending.DELIVERED)))
                .isEmpty();
    }

    @Test
    void aDeliveryThatHasNotEndedIsNotAskedFor() {
        assertThat(recorded(retried())).isEmpty();
    }

    @Test
    void theShownEndIsTheRecordedOne() {
        assertThat(violations(delivered(), shown(DELIVERED))).isEmpty();
        assertThat(violations(deadLettered(), shown(DEAD_LETTERED))).isEmpty();
        assertThat(violations(
                        retried().attempt(3, 40.2, 500, Ending.DROP),
                        shown("\"state\":\"Dropped\",\"reason\":\"" + HistoryScript.EXHAUSTED + '"')))
                .isEmpty();
    }

    @Test
    void anEventThatTheApiDoesNotKnowIsMissing() {
        assertThat(violations(deadLettered(), new Response(404, "{\"error\":{\"code\":\"EventNotFound\"}}")))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.promise()).isEqualTo(Promise.ENDS_ARE_FOUND);
                    assertThat(each.event()).isEqualTo(HistoryScript.EVENT);
                    assertThat(each.evidence()).contains("404", "EventNotFound", HistoryScript.EXHAUSTED);
                });
    }

    @Test
    void aDeliveryThatSeemsToWaitHasNoEnd() {
        assertThat(violations(delivered(), shown("\"state\":\"Waiting\",\"tier\":\"30s\"")))
                .hasSize(1);
    }

    @Test
    void anotherReasonIsAnotherEnd() {
        assertThat(violations(deadLettered(), shown("\"state\":\"DeadLettered\",\"reason\":\"TimeToLiveExceeded\"")))
                .hasSize(1);
    }

    @Test
    void theEndOfAnotherSubscriptionDoesNotCount() {
        var other = response("{\"subscription\":\"others\"," + DELIVERED + "}");

        assertThat(violations(delivered(), other)).hasSize(1);
    }

    @Test
    void aRedriveEndsByItself() {
        var redriven =
                deadLettered().redriven(100).attempt(1, 101, 500, Ending.RETRY).attempt(2, 112, 200, Ending.DELIVERED);
        var first = "{\"subscription\":\"orders\"," + DEAD_LETTERED + "}";
        var second = "{\"subscription\":\"orders\",\"redriven\":1," + DELIVERED + "}";

        assertThat(recorded(redriven)).hasSize(2);
        assertThat(violations(redriven, response(first + "," + second))).isEmpty();
        assertThat(violations(redriven, response(first))).hasSize(1);
    }

    @Test
    void aSuccessThatWasNotCommittedMayBeFollowedByAFailure() {
        var both = retried().request(3, 40.2, 200).attempt(3, 45, 400, Ending.DROP);
        var dropped = shown("\"state\":\"Dropped\",\"reason\":\"UndeliverableDueToHttpBadRequest\"");

        assertThat(violations(both, dropped)).isEmpty();
    }

    @Test
    void aSuccessThatIsNotInTheLogIsMissedUnlessItsSubscriptionWent() {
        var uncommitted = retried().request(3, 40.2, 200);

        assertThat(violations(uncommitted, shown("\"state\":\"Waiting\""))).hasSize(1);
        assertThat(recorded(uncommitted, true)).isEmpty();
    }

    private static HistoryScript retried() {
        return HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .attempt(2, 10.1, 500, Ending.RETRY);
    }

    private static HistoryScript delivered() {
        return retried().attempt(3, 40.2, 200, Ending.DELIVERED);
    }

    private static HistoryScript deadLettered() {
        return retried().attempt(3, 40.2, 500, Ending.DEAD_LETTER).buried().blob();
    }

    private static List<PromiseViolation> violations(HistoryScript script, Response response) {
        return recorded(script).stream()
                .flatMap(ends -> ends.judge(response).stream())
                .toList();
    }

    private static List<RecordedEnds> recorded(HistoryScript script) {
        return recorded(script, false);
    }

    private static List<RecordedEnds> recorded(HistoryScript script, boolean passing) {
        return DeliveryHistory.of(script.history()).stream()
                .map(delivery -> RecordedEnds.of(delivery, passing))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Response shown(String state) {
        return response("{\"subscription\":\"orders\"," + state + "}");
    }

    private static Response response(String deliveries) {
        return new Response(
                200, "{\"records\":[{\"source\":\"tidings.events-0@17\",\"deliveries\":[" + deliveries + "]}]}");
    }
}
