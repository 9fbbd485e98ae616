package io.tidings.benchmark.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Deliveries spread over subscriptions and partitions as a row wants it. */
class BenchmarkSubscribersTest {
    @Test
    void anEvenAudienceHasAsManyInEachPartition() {
        assertThat(partitions(BenchmarkSubscribers.even(16, 8)))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void oneInHalfLeavesTheOtherHalfEmpty() {
        assertThat(partitions(BenchmarkSubscribers.inHalf(10, 8))).containsOnly(0, 1, 2, 3);
    }

    @Test
    void aHotSubscriptionHasNineOfTenDeliveriesAndTheOthersShareTheRest() {
        var subscribers = BenchmarkSubscribers.oneHot(10, 8);
        var owners = LongStream.range(0, 900).mapToObj(subscribers::of).toList();

        assertThat(owners).filteredOn(subscribers.keys().getFirst()::equals).hasSize(810);
        assertThat(owners).filteredOn(subscribers.keys().getLast()::equals).hasSize(10);
    }

    @Test
    void anOrderToPostSurvivesTheCommandLine() {
        var order =
                new PostingMain.Order(URI.create("http://127.0.0.1:1/all/ok"), 1, 2, 3, 4, 5, 200, List.of("a=b=c"));

        assertThat(PostingMain.Order.of(order.arguments())).isEqualTo(order);
    }

    private static List<Integer> partitions(BenchmarkSubscribers subscribers) {
        return subscribers.keys().stream()
                .map(key -> BenchmarkSubscribers.partition(key, 8))
                .toList();
    }
}
