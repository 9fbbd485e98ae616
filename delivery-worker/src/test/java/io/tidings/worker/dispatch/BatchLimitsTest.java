package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.contract.subscription.Batching;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import org.junit.jupiter.api.Test;

/** B-DEL-6: how many events a request may carry. */
class BatchLimitsTest {
    private static final BatchLimits DEFAULTS = new BatchLimits(500, 64 * 1024);

    @Test
    void unsetLimitsOfASubscriptionAreTheDefaults() {
        assertThat(DEFAULTS.adjustedBy(new Batching(10, null))).isEqualTo(new BatchLimits(10, 64 * 1024));
        assertThat(DEFAULTS.adjustedBy(new Batching(null, 2))).isEqualTo(new BatchLimits(500, 2048));
        assertThat(DEFAULTS.adjustedBy(new Batching(20, 1))).isEqualTo(new BatchLimits(20, 1024));
    }

    @Test
    void theNumberOfEventsIsNeverExceeded() {
        var bounds = new BatchLimits(3, 1024);
        assertThat(bounds.takes(2, 0, 1)).isTrue();
        assertThat(bounds.takes(3, 0, 1)).isFalse();
    }

    @Test
    void theSizeIsNotExceededByAnotherEvent() {
        var bounds = new BatchLimits(100, 1000);
        assertThat(bounds.takes(1, 600, 400)).isTrue();
        assertThat(bounds.takes(1, 600, 401)).isFalse();
        assertThat(bounds.takes(1, 5000, 1)).as("a large one goes alone").isFalse();
    }

    @Test
    void withoutBatchingNothingJoins() {
        assertThat(BatchLimits.OFF.takes(1, 0, 0)).isFalse();
    }

    @Test
    void impossibleBoundsAreRefused() {
        assertThatThrownBy(() -> new BatchLimits(0, 1)).hasMessageContaining("0 events");
        assertThatThrownBy(() -> new BatchLimits(1, -1)).hasMessageContaining("-1 bytes");
        assertThatThrownBy(() -> new PerSubscription(0, 1)).hasMessageContaining("0 deliveries");
        assertThatThrownBy(() -> new PerSubscription(1, 0)).hasMessageContaining("0 bytes");
    }
}
