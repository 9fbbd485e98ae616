package io.tidings.ingest.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** B-START */
class StartSlotsTest {
    @Test
    void aTopicLeavesSlotsToOthers() {
        var slots = new StartSlots();
        slots.taken("orders");
        for (int i = 1; i < StartSlots.OF_ONE_TOPIC; i++) {
            assertThat(slots.take("orders")).isTrue();
        }
        assertThat(slots.take("orders")).isFalse();
        for (int i = StartSlots.OF_ONE_TOPIC; i < StartSlots.MOST; i++) {
            assertThat(slots.take("topic" + i)).isTrue();
        }
        assertThat(slots.take("news")).isFalse();
    }
}
