package io.tidings.worker.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** B-SUB-5: what is shown of subscriptions that are gone. */
class WorkerMetricsTest {
    private static final SubscriptionKey OTHER = new SubscriptionKey("orders", "other");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WorkerMetrics metrics = new WorkerMetrics(registry, SubscriptionDetail.ALL);

    @Test
    void aSubscriptionIsShownAtZeroFromItsCreationToItsDeletion() {
        metrics.exists(Examples.BILLING);
        assertThat(registry.get("tidings.delivery.success")
                        .tags("topic", "orders", "subscription", "billing")
                        .counter()
                        .count())
                .isZero();
        metrics.delivered(Examples.BILLING, Duration.ofMillis(1));
        metrics.exists(Examples.BILLING);
        assertThat(registry.get("tidings.delivery.success").counter().count()).isOne();
        metrics.exists(OTHER);
        metrics.forgetRemoved(Examples.BILLING::equals);
        assertThat(registry.find("tidings.delivery.success").meters()).hasSize(1);
        metrics.exists(OTHER);
        assertThat(registry.find("tidings.delivery.success").meters()).hasSize(2);
    }

    @Test
    void ofVeryManySubscriptionsTheLastAreShownFromTheirFirstDelivery() {
        for (int i = 0; i <= SubscriptionDetail.MOST_AT_ZERO; i++) {
            metrics.exists(new SubscriptionKey("many", "s" + i));
        }
        assertThat(registry.find("tidings.delivery.success").meters()).hasSize(SubscriptionDetail.MOST_AT_ZERO);
        metrics.delivered(Examples.BILLING, Duration.ofMillis(1));
        assertThat(registry.find("tidings.delivery.success").meters()).hasSize(SubscriptionDetail.MOST_AT_ZERO + 1);
    }

    @Test
    void ofADeletedSubscriptionOnlyItsLossesAreShown() {
        for (var key : new SubscriptionKey[] {Examples.BILLING, OTHER}) {
            metrics.delivered(key, Duration.ofMillis(1));
            metrics.failed(key, LastOutcome.BUSY);
            metrics.dropped(key, "SubscriptionDeleted");
        }
        metrics.forgetRemoved(OTHER::equals);
        assertThat(registry.find("tidings.delivery.success").meters()).hasSize(1);
        assertThat(registry.find("tidings.delivery.attempt.fail")
                        .tag("subscription", OTHER.name())
                        .meters())
                .hasSize(1);
        assertThat(registry.find("tidings.delivery.attempt.fail").meters()).hasSize(1);
        assertThat(registry.find("tidings.dropped").meters()).hasSize(2);
        metrics.delivered(Examples.BILLING, Duration.ofMillis(1));
        assertThat(registry.find("tidings.delivery.success").meters()).hasSize(2);
    }

    @Test
    void histogramsAreOfTheWholeTopicUnlessEachSubscriptionIsAskedFor() {
        var counts = new WorkerMetrics(registry, SubscriptionDetail.COUNTS);
        counts.delivered(Examples.BILLING, Duration.ofMillis(1));
        counts.delivered(OTHER, Duration.ofMillis(1));
        assertThat(registry.find("tidings.delivery.success").meters()).hasSize(2);
        assertThat(registry.get("tidings.delivery.latency")
                        .tags("topic", "orders", "subscription", "")
                        .timer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void noSubscriptionIsShownByItselfWhenNoneIsAskedFor() {
        var none = new WorkerMetrics(registry, SubscriptionDetail.NONE);
        for (var key : new SubscriptionKey[] {Examples.BILLING, OTHER}) {
            none.exists(key);
            none.delivered(key, Duration.ofMillis(1));
            none.failed(key, LastOutcome.BUSY);
            none.probation(key, true);
        }
        assertThat(registry.getMeters())
                .noneMatch(meter -> meter.getId().getTag("subscription") != null
                        && !meter.getId().getTag("subscription").isEmpty());
        assertThat(registry.get("tidings.delivery.success").counter().count()).isEqualTo(2);
        assertThat(registry.get("tidings.probation").gauge().value()).isEqualTo(2);
        none.noProbation(OTHER);
        none.forgetRemoved(Examples.BILLING::equals);
        assertThat(registry.get("tidings.probation").gauge().value()).isEqualTo(1);
        assertThat(registry.get("tidings.delivery.success").counter().count()).isEqualTo(2);
    }

    /** B-DOMAIN-1 */
    @Test
    void aTopicOfADomainThatASettingListsIsShownAsAnyOther() {
        var listed =
                new WorkerMetrics(registry, new SubscriptionDetail(SubscriptionDetail.Level.ALL, Set.of("shop/anna")));
        for (var topic : new String[] {"shop/anna", "shop/otto", "shop/emma"}) {
            listed.delivered(new SubscriptionKey(topic, "all"), Duration.ofMillis(5));
        }
        assertThat(registry.get("tidings.delivery.success")
                        .tags("topic", "shop/anna", "subscription", "all")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("tidings.delivery.success")
                        .tags("topic", "shop", "subscription", "")
                        .counter()
                        .count())
                .isEqualTo(2);
    }
}
