package io.tidings.worker.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.SubscriptionTotals;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.worker.Examples;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** B-PROB-4: what becomes of the events of a subscription is counted, and seldom written down. */
class EventCountsTest {
    private static final String UID = Examples.newDelivery().uid();

    private final EndpointHealthTable writtenDown = new EndpointHealthTable();
    private final EventCounts counts = new EventCounts(writtenDown);
    private final AssignedPartition partition = new AssignedPartition(
            new TopicPartition("tidings.deliveries", 3), null, new RetryLadder(TimeScale.REAL), Duration.ZERO);

    @Test
    void theFirstEventIsWrittenDownSoonAndFurtherOnesOnceAMinute() {
        counts.matched(ready(Examples.newDelivery()), at(0));
        assertThat(written(at(0))).containsExactly(new SubscriptionTotals(1, 0, at(0).wall(), null, 0));
        assertThat(written(at(1_000))).isEmpty();
        counts.matched(ready(Examples.newDelivery()), at(2_000));
        counts.matched(ready(Examples.newDelivery()), at(3_000));
        assertThat(written(at(4_000))).isEmpty();
        counts.delivered(ready(Examples.newDelivery()), at(4_500));
        var first = new SubscriptionTotals(3, 1, at(3_000).wall(), at(4_500).wall(), 0);
        assertThat(written(at(5_100))).containsExactly(first);
        counts.delivered(ready(Examples.newDelivery()), at(6_000));
        assertThat(written(at(60_000))).isEmpty();
        assertThat(written(at(65_100)))
                .containsExactly(first.oneMoreDelivered(at(6_000).wall()));
        assertThat(written(at(600_000))).isEmpty();
    }

    @Test
    void aNewOwnerGoesOnFromWhatTheFormerOneCounted() {
        var former = new SubscriptionTotals(41, 40, at(0).wall(), at(0).wall(), 0);
        write(UID, former);
        counts.matched(ready(Examples.newDelivery()), at(1_000));
        assertThat(counts.of(Examples.LANE, UID))
                .isEqualTo(former.oneMoreMatched(at(1_000).wall()));
    }

    @Test
    void aSubscriptionThatIsCreatedAnewBeginsAtZero() {
        write("former", new SubscriptionTotals(41, 40, at(0).wall(), at(0).wall(), 0));
        counts.matched(ready(Examples.newDelivery()), at(1_000));
        assertThat(counts.of(Examples.LANE, UID).matched()).isOne();
        assertThat(counts.of(Examples.LANE, "third")).isEqualTo(SubscriptionTotals.NONE);
    }

    @Test
    void theCountOfHeldDeliveriesEndsWithThePause() {
        counts.held(ready(Examples.newDelivery()));
        counts.held(ready(Examples.newDelivery()));
        assertThat(counts.of(Examples.LANE, UID).heldByPause()).isEqualTo(2);
        counts.notPaused(Examples.LANE);
        assertThat(counts.of(Examples.LANE, UID).heldByPause()).isZero();
        assertThat(counts.all()).hasSize(1);
    }

    @Test
    void tenThousandSubscriptionsAreWrittenDownTwiceASecondTogether() {
        for (int i = 0; i < 10_000; i++) {
            counts.matched(ready(i), at(0));
        }
        assertThat(written(at(0))).hasSize(10_000);
        for (int i = 0; i < 10_000; i++) {
            counts.matched(ready(i), at(1));
        }
        assertThat(written(at(60_000))).isEmpty();
        assertThat(written(at(4_999_000))).isEmpty();
        assertThat(written(at(5_000_000))).hasSize(10_000);
    }

    private List<SubscriptionTotals> written(ClockReading now) {
        var due = counts.due(now);
        due.forEach(counted -> counts.written(counted.lane(), now));
        return due.stream().map(EventCounts.Counted::totals).toList();
    }

    private void write(String uid, SubscriptionTotals totals) {
        var health = new EndpointHealth(uid, 0, null, null, 0, at(0).wall()).with(totals);
        assertThat(writtenDown.read(
                        Examples.BILLING.toString(),
                        3,
                        new RecordHeaders(EndpointHealthRecord.headers(health)),
                        EndpointHealthRecord.value(health)))
                .isEmpty();
    }

    private PolledDelivery ready(int number) {
        var like = Examples.newDelivery();
        var key = new SubscriptionKey("orders", "s-" + number);
        return ready(new Delivery(key, like.uid(), like.event(), like.subscriptionsRead(), like.retryState()));
    }

    private PolledDelivery ready(Delivery delivery) {
        return new PolledDelivery(partition, 0, delivery, new byte[0], "{}".getBytes(UTF_8));
    }

    private static ClockReading at(long millis) {
        return new ClockReading(
                Examples.NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }
}
