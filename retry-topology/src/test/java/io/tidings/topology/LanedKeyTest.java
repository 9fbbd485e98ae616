package io.tidings.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lanes;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** B-LANE-1: where matching writes a delivery. */
class LanedKeyTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");

    @Test
    void theFirstLaneIsLeftToKafkasPartitioner() {
        assertThat(LanedKey.PARTITIONER.partitions("deliveries", new LanedKey(BILLING.bytes(), 0), null, 8))
                .isEmpty();
    }

    @Test
    void theOthersHaveTheNumbersAfterIt() {
        int home = Lanes.home(BILLING, 8);

        for (int lane = 1; lane < 8; lane++) {
            assertThat(LanedKey.PARTITIONER.partitions("deliveries", new LanedKey(BILLING.bytes(), lane), null, 8))
                    .contains(Set.of((home + lane) % 8));
        }
    }

    @Test
    void moreLanesThanPartitionsShareThem() {
        assertThat(LanedKey.PARTITIONER.partitions("deliveries", new LanedKey(BILLING.bytes(), 5), null, 2))
                .contains(Set.of((Lanes.home(BILLING, 2) + 5) % 2));
    }
}
