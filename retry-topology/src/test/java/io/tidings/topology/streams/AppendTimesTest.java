package io.tidings.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.EventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** B-RETRY-4: an event lives from its append time on, and never shorter because of a producer's clock. */
class AppendTimesTest {
    private final AppendTimes times = new AppendTimes();

    @Test
    void aTimestampIsAnAppendTimeFromTheFirstRecordOnThatIsFollowedByNoProducersTimestamp() {
        times.polled(records("shop", 0, TimestampType.LOG_APPEND_TIME, TimestampType.CREATE_TIME));
        times.polled(records("shop", 2, TimestampType.LOG_APPEND_TIME));
        assertThat(isAppendTime("shop", 0)).isFalse();
        assertThat(isAppendTime("shop", 1)).isFalse();
        assertThat(isAppendTime("shop", 2)).isTrue();
        assertThat(isAppendTime("other", 0)).isTrue();
    }

    @Test
    void aTopicThatIsSetToProducersTimestampsAgainHasThemFromThenOn() {
        times.polled(records("shop", 0, TimestampType.LOG_APPEND_TIME));
        assertThat(isAppendTime("shop", 0)).isTrue();
        times.polled(records("shop", 1, TimestampType.CREATE_TIME));
        assertThat(isAppendTime("shop", 1)).isFalse();
    }

    @Test
    void aTopicThatIsCreatedAnewIsJudgedByItsOwnRecords() {
        times.polled(records("shop", 1_000, TimestampType.CREATE_TIME));
        times.polled(records("shop", 0, TimestampType.LOG_APPEND_TIME));
        assertThat(isAppendTime("shop", 0)).isTrue();
    }

    private boolean isAppendTime(String topic, long offset) {
        return times.test(new EventSource(topic, 0, offset));
    }

    private static ConsumerRecords<byte[], byte[]> records(String topic, long offset, TimestampType... types) {
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        for (var type : types) {
            records.add(new ConsumerRecord<>(
                    topic,
                    0,
                    offset + records.size(),
                    0,
                    type,
                    0,
                    0,
                    new byte[0],
                    new byte[0],
                    new RecordHeaders(),
                    Optional.empty()));
        }
        return new ConsumerRecords<>(Map.of(new TopicPartition(topic, 0), List.copyOf(records)), Map.of());
    }
}
