package io.tidings.contract.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LanesTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");

    @RepeatedTest(50)
    void laneZeroIsWhereKafkaPutsTheKey(RepetitionInfo run) {
        var key = new SubscriptionKey("topic-" + run.getCurrentRepetition(), "subscription");

        for (int partitions : List.of(1, 3, 16, 100)) {
            assertThat(Lanes.home(key, partitions))
                    .isEqualTo(BuiltInPartitioner.partitionForKey(key.bytes(), partitions));
        }
    }

    @Test
    void theLanesHaveTheNumbersAfterTheFirstAndGoOnAtZero() {
        int home = Lanes.home(BILLING, 6);

        assertThat(IntStream.range(0, 6).map(lane -> Lanes.number(BILLING.bytes(), lane, 6)))
                .containsExactly(IntStream.range(0, 6)
                        .map(lane -> (home + lane) % 6)
                        .boxed()
                        .toArray(Integer[]::new));
    }

    @Test
    void moreLanesThanPartitionsShareNumbers() {
        assertThat(Lanes.numbers(BILLING, 8, PartitionCounts.of(3))).containsExactly(0, 1, 2);
        assertThat(Lanes.number(BILLING.bytes(), 5, 3)).isEqualTo((Lanes.home(BILLING, 3) + 5) % 3);
    }

    @Test
    void anOldNumberIsOneOfItsNumbersWhilePartitionsGrow() {
        var numbers = Lanes.numbers(BILLING, 2, new PartitionCounts(11, List.of(7)));

        assertThat(numbers)
                .containsOnly(
                        Lanes.home(BILLING, 11),
                        (Lanes.home(BILLING, 11) + 1) % 11,
                        Lanes.home(BILLING, 7),
                        (Lanes.home(BILLING, 7) + 1) % 7);
    }

    @Test
    void eventsSpreadEvenlyOverTheLanes() {
        var events = new HashMap<Integer, Integer>();
        for (int i = 0; i < 8_000; i++) {
            events.merge(Lanes.of("event-" + i, 8), 1, Integer::sum);
        }

        assertThat(events).hasSize(8).allSatisfy((_, count) -> assertThat(count).isBetween(850, 1_150));
    }

    @Test
    void allEventsOfOneLaneAreInIt() {
        assertThat(Lanes.of("any", 1)).isZero();
    }

    @Test
    void sharesOfABoundKeepToTheBoundUnlessThereAreMoreLanesThanThat() {
        for (int lanes = 1; lanes <= Lanes.MOST; lanes++) {
            assertThat(Lanes.share(64, lanes) * lanes).isBetween(33, 64);
        }
        assertThat(Lanes.share(2, 4)).isOne();
    }
}
