package io.tidings.contract.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryTier;
import io.tidings.contract.Topics;
import io.tidings.contract.lane.Growth.Found;
import io.tidings.contract.lane.Growth.Step;
import io.tidings.contract.lane.Growth.Step.AddPartitions;
import io.tidings.contract.lane.Growth.Step.AwaitOwners;
import io.tidings.contract.lane.Growth.Step.Done;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** B-LANE-3: the order of a growth, from whatever state. */
class GrowthTest {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Growth GROWTH = new Growth(TOPICS, 12);

    @Test
    void deliveriesIsLastAndNothingIsDoneTwice() {
        var done = everyStepFrom(all(8), Set.of());
        var adds = done.stream()
                .filter(AddPartitions.class::isInstance)
                .map(step -> ((AddPartitions) step).topic())
                .toList();
        assertThat(adds)
                .isEqualTo(Growth.order(TOPICS))
                .startsWith(TOPICS.probation())
                .endsWith(TOPICS.deliveries());
        assertThat(done).endsWith(new AwaitOwners(Set.of(TOPICS.deliveries())), new Done());
    }

    @Test
    void workersOwnAllTiersBeforeDeliveriesGrows() {
        var partitions = all(12);
        partitions.put(TOPICS.deliveries(), 8);
        var owned = new HashSet<>(Growth.order(TOPICS));
        owned.remove(TOPICS.retry(RetryTier.TEN_SECONDS));
        assertThat(GROWTH.next(new Found(partitions, owned))).isInstanceOf(AwaitOwners.class);
        owned.add(TOPICS.retry(RetryTier.TEN_SECONDS));
        assertThat(GROWTH.next(new Found(partitions, owned))).isEqualTo(new AddPartitions(TOPICS.deliveries()));
    }

    @Test
    void whereverItWasInterruptedItEndsWithEqualPartitions() {
        var order = Growth.order(TOPICS);
        for (int grown = 0; grown <= order.size(); grown++) {
            var partitions = all(8);
            order.subList(0, grown).forEach(topic -> partitions.put(topic, 12));
            everyStepFrom(partitions, Set.of());
            assertThat(partitions.values()).containsOnly(12);
        }
    }

    @Test
    void aGreaterNumberCanBeAskedForBeforeASmallerOneIsReached() {
        var partitions = all(8);
        partitions.put(TOPICS.probation(), 10);
        partitions.put(TOPICS.retry(RetryTier.TEN_SECONDS), 9);
        everyStepFrom(partitions, Set.of());
        assertThat(partitions.values()).containsOnly(12);
    }

    @Test
    void whatHasThePartitionsNeedsNothing() {
        assertThat(GROWTH.next(new Found(all(12), Set.copyOf(Growth.order(TOPICS)))))
                .isEqualTo(new Done());
    }

    @Test
    void partitionsAreNeverTakenAway() {
        var partitions = all(12);
        assertThat(GROWTH.obstacle(partitions)).isEmpty();
        partitions.put(TOPICS.probation(), 13);
        assertThat(GROWTH.obstacle(partitions))
                .hasValueSatisfying(why -> assertThat(why).contains(TOPICS.probation() + " has 13 partitions"));
    }

    @Test
    void withoutTopicsThereIsNothingToGrow() {
        assertThat(GROWTH.obstacle(Map.of()))
                .hasValueSatisfying(why -> assertThat(why).contains(TOPICS.deliveries(), "topic.prefix"));
    }

    private static Map<String, Integer> all(int partitions) {
        return new HashMap<>(Growth.order(TOPICS).stream().collect(Collectors.toMap(topic -> topic, _ -> partitions)));
    }

    /** Takes every step until it is done. */
    private static List<Step> everyStepFrom(Map<String, Integer> partitions, Set<String> ownedFirst) {
        var owned = new HashSet<>(ownedFirst);
        var done = new ArrayList<Step>();
        while (done.size() < 100) {
            var step = GROWTH.next(new Found(partitions, owned));
            done.add(step);
            switch (step) {
                case AddPartitions(var topic) -> {
                    partitions.put(topic, GROWTH.wanted());
                    owned.remove(topic);
                }
                case AwaitOwners(var topics) -> owned.addAll(topics);
                case Done() -> {
                    return done;
                }
            }
        }
        throw new AssertionError("no end: " + done);
    }
}
