package io.tidings.worker;

import static io.tidings.worker.Examples.LANE;
import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.partition.Results;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/** The events of a queue that wait in the log of one partition number. */
public final class QueueLog {
    private final OrderedDeliveries order = Examples.nothingWaits(LANE.number());
    private final AssignedPartition partition = partition();
    private final Map<Long, ProducerRecord<byte[], byte[]>> log = new HashMap<>();
    private long offset;

    public OrderedDeliveries order() {
        return order;
    }

    public void publish() {
        publish(1);
    }

    /** An event of some bytes is published, and appended to the log of what waits. */
    public void publish(int bytes) {
        partition.ledger().started(offset);
        var polled = new PolledDelivery(partition, offset, Examples.newDelivery(), new byte[bytes], new byte[bytes]);
        var appended = order.exceeding(polled, NOON).getFirst().delivery();
        var record = order.waitingRecord(appended, NOON);
        order.appending(record, appended);
        order.written(record, 70 + offset);
        log.put(70 + offset, record);
        offset++;
    }

    /** An event comes; until {@link #commitAppended} nobody can load it. */
    public PolledDelivery append() {
        partition.ledger().started(offset);
        var polled = new PolledDelivery(partition, offset, Examples.newDelivery(), new byte[1], new byte[1]);
        partition.results().finish(offset, null, List.of(order.waitingRecord(polled, NOON)), List.of());
        offset++;
        return polled;
    }

    public void commitAppended() {
        commit(partition.results());
    }

    /** Loads what is wanted of each lane. */
    public List<PolledDelivery> load(ToIntFunction<Lane> demand) {
        var wanted = order.takeWanted(100, demand);
        wanted.forEach(
                each -> assertThat(order.loaded(each, read(each.offset()))).isTrue());
        order.loadEnded(wanted);
        return order.takeNext();
    }

    public void commit() {
        commit(order.waiting().results());
    }

    private static void commit(Results results) {
        var cut = results.cut(100, Long.MAX_VALUE);
        results.committed(cut.position().offset());
    }

    /** Returns the record at an offset of the log. */
    public ConsumerRecord<byte[], byte[]> read(long at) {
        var record = log.get(at);
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                at,
                NOON.toEpochMilli(),
                TimestampType.CREATE_TIME,
                1,
                1,
                record.key(),
                record.value(),
                record.headers(),
                Optional.empty());
    }

    private AssignedPartition partition() {
        var owned = new AssignedPartition(
                new TopicPartition("tidings.deliveries", LANE.number()),
                null,
                new RetryLadder(TimeScale.REAL),
                Duration.ZERO);
        owned.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                order,
                new NumberCounts()));
        return owned;
    }
}
