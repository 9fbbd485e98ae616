package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.EVENT;
import static io.tidings.chaos.check.HistoryScript.EXHAUSTED;
import static io.tidings.chaos.check.HistoryScript.NOON;
import static io.tidings.chaos.check.HistoryScript.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds more requests than the limits allow, repeats, and dead letters that are not copied once. */
class BrokenWishesAreFoundTest {
    @ParameterizedTest(name = "{0} requests, one every {1} ms, of {2} ms each: {3} too many")
    @CsvSource({"150, 10, 1, 0", "155, 10, 1, 5", "300, 67, 1, 0", "6, 10, 500, 0", "8, 10, 500, 2"})
    void requestsBeyondTheLimitsAreFound(int number, int everyMillis, int tookMillis, int excessive) {
        var requests = IntStream.range(0, number)
                .mapToObj(i -> {
                    var arrived = NOON.plusMillis((long) i * everyMillis);
                    return new EndpointRequest(EVENT, 0, arrived, arrived.plusMillis(tookMillis), 200, 1, "");
                })
                .toList();
        var rule = new LimitsAreKept(terms(10, 4), requests);
        var found = new ArrayList<PromiseViolation>();
        DeliveryHistory.of(history(requests, List.of(), List.of())).forEach(each -> rule.judge(each, found::add));
        assertThat(found).hasSize(excessive);
    }

    @Test
    void anEventThatBeginsAtTwoPlacesOrTwiceByTheJobIsARepeat() {
        var start = SOURCE + MatchedDelivery.BY_START;
        assertThat(repeats(List.of(SOURCE))).isZero();
        assertThat(repeats(List.of(SOURCE, SOURCE))).isZero(); // the topology was killed
        assertThat(repeats(List.of(start))).isZero();
        assertThat(repeats(List.of(SOURCE, "tidings.events-0@18"))).isEqualTo(1);
        assertThat(repeats(List.of(start, SOURCE))).isEqualTo(1);
        assertThat(repeats(List.of(start, start))).isEqualTo(1);
        var growth = new Disturbance("more partitions", Reach.KEYS, NOON, NOON.plusSeconds(1));
        assertThat(repeats(List.of(SOURCE, "tidings.events-0@18"), growth)).isZero();
    }

    @Test
    void eachDeadLetterHasOneCopy() {
        var letter = new DeadLettered(SOURCE, EVENT, EXHAUSTED, 0);
        assertThat(copied(List.of(letter), List.of(letter))).isZero();
        assertThat(copied(List.of(letter), List.of())).isEqualTo(1);
        assertThat(copied(List.of(letter), List.of(letter, letter))).isEqualTo(1);
    }

    private static long copied(List<DeadLettered> letters, List<DeadLettered> copies) {
        return CopiedLetters.judge(history(List.of(), List.of(), letters), history(List.of(), List.of(), copies))
                .of(Promise.DEAD_LETTERS_ARE_COPIED);
    }

    private static long repeats(List<String> sources, Disturbance... disturbances) {
        var matched = sources.stream()
                .map(source -> new MatchedDelivery(source, EVENT, NOON, 0))
                .toList();
        return new Checker(JudgedHistory.RULES, List.of(disturbances))
                .judge(history(List.of(), matched, List.of()), terms(0, 0))
                .of(Promise.REPEATS_ARE_DROPPED);
    }

    private static SubscriptionTerms terms(int perSecond, int atOnce) {
        return new SubscriptionTerms(
                _ -> true, 3, Duration.ofHours(1), true, false, List.of(), null, perSecond, atOnce, true, false);
    }

    private static SubscriptionHistory history(
            List<EndpointRequest> requests, List<MatchedDelivery> matched, List<DeadLettered> buried) {
        return new SubscriptionHistory(
                "orders", List.of(), List.of(), matched, requests, List.of(), List.of(), List.of(), buried, List.of(),
                List.of(), List.of(), List.of());
    }
}
