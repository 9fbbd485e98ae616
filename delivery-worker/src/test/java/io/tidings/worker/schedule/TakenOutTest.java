package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.worker.schedule.KeyQueues.Bounds;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-PULL-2: what receivers have when a worker takes a partition number over. */
class TakenOutTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final OrderedKey ANY = new OrderedKey(BILLING, "u1", KeyQueues.UNORDERED);
    private static final OrderedKey CUSTOMER = new OrderedKey(BILLING, "u1", "customer-7");

    private final KeyQueues<String> queues = new KeyQueues<>(new Bounds(1000, 10, 10), String::length);

    @Test
    void whatAReceiverHasIsNotLoadedBeforeItIsPutBack() {
        restore(ANY);

        assertThat(load()).containsExactly(2L);
        queues.loaded(ANY, 2, 72, "b");
        queues.loadEnded(ANY);
        assertThat(queues.wants()).isFalse();

        queues.putBack(ANY, 1);
        assertThat(load()).containsExactly(1L);
    }

    @Test
    void theOthersOfAKeyWaitForTheOneThatAReceiverHas() {
        restore(CUSTOMER);

        assertThat(queues.wants()).isFalse();
        queues.putBack(CUSTOMER, 1);
        assertThat(load().getFirst()).isEqualTo(1L);
    }

    private void restore(OrderedKey key) {
        queues.restore(new Added(key, 1, 71));
        queues.restore(new Added(key, 2, 72));
        assertThat(queues.waits(key, 1)).isTrue();
        assertThat(queues.waits(key, 3)).isFalse();
        queues.takeOut(key, 1);
        queues.takeOut(key, 3);
        queues.begin();
    }

    private List<Long> load() {
        return queues.takeWanted(10, _ -> 10).stream().map(Wanted::sequence).toList();
    }
}
