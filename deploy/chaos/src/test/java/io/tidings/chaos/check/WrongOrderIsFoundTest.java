package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker finds events that overtook others with the same order key: B-LANE-2. Keys are the last letters of ids. */
class WrongOrderIsFoundTest {
    private static final Duration ANSWERING = Duration.ofMillis(5);

    private final List<MatchedDelivery> matched = new ArrayList<>();
    private final List<EndpointRequest> requests = new ArrayList<>();

    @Test
    void oneAfterTheOtherIsRight() {
        published("1a", 0, 10).published("2a", 0, 11).requested("1a", 0, 200).requested("2a", 0.1, 200);
        assertThat(violated()).isEmpty();
    }

    @Test
    void anEventThatOvertakesIsFound() {
        published("1a", 0, 10).published("2a", 0, 11).requested("1a", 0, 500);
        requested("2a", 1, 200).requested("1a", 10, 200);
        assertThat(violated()).containsExactly("2a");
    }

    @Test
    void twoAtOnceAreFound() {
        published("1a", 0, 10).published("2a", 0, 11).requested("1a", 0, 200).requested("2a", 0.001, 200);
        assertThat(violated()).containsExactly("2a");
    }

    @Test
    void anEventThatWasGivenUpLetsTheNextOneGo() {
        published("1a", 0, 10).published("2a", 0, 11).requested("1a", 0, 500).requested("1a", 10, 500);
        requested("2a", 10.1, 200);
        assertThat(violated()).isEmpty();
    }

    @Test
    void aRepeatOfAnAcceptedEventIsNotWrong() {
        published("1a", 0, 10).published("2a", 0, 11).requested("1a", 0, 200).requested("2a", 1, 200);
        requested("1a", 2, 200);
        assertThat(violated()).isEmpty();
    }

    @Test
    void otherKeysAndPartitionsPass() {
        published("1a", 0, 10).published("2b", 0, 11).published("3a", 1, 12);
        requested("2b", 0, 200).requested("3a", 0, 200).requested("1a", 10, 200);
        assertThat(violated()).isEmpty();
    }

    @Test
    void whileKeysMoveToOtherPartitionsAnEventMayOvertakeThoseBefore() {
        published("1a", 0, 10).published("2a", 0, 11, 60).published("3a", 0, 12, 75);
        requested("1a", 0, 500)
                .requested("2a", 61, 200)
                .requested("3a", 76, 200)
                .requested("1a", 90, 200);
        assertThat(violated(grown(30, 40))).isEmpty();
        assertThat(violated()).containsExactly("2a");
    }

    @Test
    void theTopologySeesNewPartitionsWithinTenSeconds() {
        published("1a", 0, 10, 45).published("2a", 0, 11, 60);
        requested("1a", 46, 500).requested("2a", 61, 200).requested("1a", 90, 200);
        assertThat(violated(grown(30, 40))).isEmpty();
    }

    @Test
    void beforeAGrowthAndAfterItOrderIsKept() {
        published("1a", 0, 10)
                .published("2a", 0, 11, 1)
                .published("1b", 0, 12, 60)
                .published("2b", 0, 13, 61);
        requested("1a", 0, 500).requested("2a", 2, 200).requested("1a", 10, 200);
        requested("1b", 60, 500).requested("2b", 62, 200).requested("1b", 70, 200);
        assertThat(violated(grown(30, 40))).containsExactly("2a", "2b");
    }

    private static Disturbance grown(double from, double until) {
        return new Disturbance("more partitions", Reach.KEYS, at(from), at(until));
    }

    private WrongOrderIsFoundTest published(String event, int partition, long offset) {
        return published(event, partition, offset, 0);
    }

    private WrongOrderIsFoundTest published(String event, int partition, long offset, double seconds) {
        matched.add(new MatchedDelivery("tidings.events-%d@%d".formatted(partition, offset), event, at(seconds), 0));
        return this;
    }

    private WrongOrderIsFoundTest requested(String event, double seconds, int status) {
        requests.add(new EndpointRequest(event, 0, at(seconds), at(seconds).plus(ANSWERING), status, 1, ""));
        return this;
    }

    private List<String> violated(Disturbance... disturbances) {
        var histories = DeliveryHistory.of(new SubscriptionHistory(
                "steady", List.of(), List.of(), matched, requests, List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of()));
        var rule = new OrderIsKept(histories, event -> event.substring(1), List.of(disturbances));
        var found = new ArrayList<PromiseViolation>();
        histories.forEach(delivery -> rule.judge(delivery, found::add));
        assertThat(found).allMatch(each -> each.promise() == Promise.ORDER_IS_KEPT);
        return found.stream().map(PromiseViolation::event).toList();
    }
}
