package io.tidings.contract.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueChange.Blocked;
import io.tidings.contract.lane.QueueChange.Freed;
import io.tidings.contract.lane.QueueChange.Left;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** B-LANE-2: the index of what waits is read as it was written, and takes little. */
class QueueRecordTest {
    private static final OrderedKey KEY = key("customer-7");

    private static OrderedKey key(String text) {
        return new OrderedKey(new SubscriptionKey("orders", "billing"), "df686017-8428-44d8-949a-0740b9702492", text);
    }

    @Test
    void aRecordIsReadAsItWasWritten() {
        var other = new OrderedKey(new SubscriptionKey("orders", "crm"), "u2", "a\"/#\u00e4");
        var record = new QueueRecord(
                true,
                "Qk3c",
                1L << 40,
                901,
                List.of(
                        new Added(KEY, 17, 5),
                        new Left(KEY, 3, 900),
                        new Freed(KEY, 4),
                        new Blocked(other, Long.MAX_VALUE, Instant.ofEpochMilli(1_795_000_000_123L)),
                        new Added(other, -1, 6)));
        assertThat(QueueRecord.read(record.write())).contains(record);
    }

    @Test
    void aCutOrStrangeRecordIsNone() {
        var bytes = new QueueRecord(false, "Qk3c", 0, 6, List.of(new Added(KEY, 17, 5))).write();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(QueueRecord.read(Arrays.copyOf(bytes, length))).isEmpty();
        }
        bytes[0] = 7;
        assertThat(QueueRecord.read(bytes)).isEmpty();
    }

    @Test
    void aWaitingDeliveryTakesAtMostFortyBytes() {
        var ofOneKey = LongStream.range(0, 10_000)
                .<QueueChange>mapToObj(each -> new Added(KEY, 1_000_000 + 13 * each, 2_000_000 + 17 * each))
                .toList();
        assertThat(new QueueRecord(false, "Qk3c", 0, 6, ofOneKey).write().length / 10_000)
                .isLessThan(5);
        var ofEachKey = LongStream.range(0, 10_000)
                .<QueueChange>mapToObj(
                        each -> new Added(key("customer-" + each), 1_000_000_000 + each, 2_000_000_000 + each))
                .toList();
        assertThat(new QueueRecord(false, "Qk3c", 0, 6, ofEachKey).write().length / 10_000)
                .as("keys of 13 bytes")
                .isLessThanOrEqualTo(40);
    }
}
