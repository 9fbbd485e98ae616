package io.tidings.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class EndSampleTest {
    private static final DeliveryEnd DROPPED = DeliveryEnd.dropped("TimeToLiveExceeded");

    @Test
    void successesTakeNoPlaceOfFailures() {
        var sample = new EndSample(new Random(1), 10, 5);
        IntStream.range(0, 100).forEach(i -> sample.add(ends("delivered-" + i, DeliveryEnd.DELIVERED)));
        IntStream.range(0, 10).forEach(i -> sample.add(ends("dropped-" + i, DROPPED)));

        assertThat(sample.all()).filteredOn(RecordedEnds::succeeded).hasSize(5);
        assertThat(sample.all()).filteredOn(each -> !each.succeeded()).hasSize(10);
    }

    @RepeatedTest(20)
    void whatIsBeyondTheBoundIsChosenAtRandom(RepetitionInfo run) {
        var sample = new EndSample(new Random(run.getCurrentRepetition()), 50, 0);
        IntStream.range(0, 1_000).forEach(i -> sample.add(ends("dropped-" + i, DROPPED)));

        assertThat(sample.all()).hasSize(50).doesNotHaveDuplicates();
        assertThat(sample.all())
                .filteredOn(each -> Integer.parseInt(each.event().substring("dropped-".length())) < 500)
                .hasSizeBetween(10, 40);
    }

    private static RecordedEnds ends(String event, DeliveryEnd end) {
        return new RecordedEnds(event, "orders", 0, Set.of(end), end.equals(DeliveryEnd.DELIVERED));
    }
}
