package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.contract.lane.HandOutRecord;
import io.tidings.contract.lane.OrderedKey;
import io.tidings.contract.lane.QueueChange.Added;
import io.tidings.contract.lane.QueueRecord;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.runtime.kafka.NumberLogReader;
import io.tidings.worker.partition.OrderedDeliveries.Inherited;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.receive.HandOuts;
import io.tidings.worker.schedule.KeyQueues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the former owners of partition numbers have left waiting (B-LANE-2): the index, then the records of {@code
 * waiting} that it does not tell yet.
 */
final class WaitingIndexReader {
    private static final Logger log = LoggerFactory.getLogger(WaitingIndexReader.class);

    private final NumberLogReader logs;
    private final Topics topics;
    private final KeyQueues.Bounds bounds;
    private final DeliveryReader reader = new DeliveryReader();

    /** @param bounds of what is held in memory, for each partition number */
    WaitingIndexReader(NumberLogReader logs, Topics topics, KeyQueues.Bounds bounds) {
        this.logs = logs;
        this.topics = topics;
        this.bounds = bounds;
    }

    /** The waiting deliveries that a former owner of one partition number has left. */
    static final class Left {
        private final KeyQueues<PolledDelivery> queues;
        private final HandOuts handOuts;
        private final List<Added> appended = new ArrayList<>();
        private @Nullable QueueRecord latest;
        private @Nullable Instant snapshot;
        private long changes;
        private long end = Long.MAX_VALUE;

        Left(KeyQueues.Bounds bounds, int number) {
            queues = new KeyQueues<>(bounds, PolledDelivery::bytes);
            handOuts = new HandOuts(number);
        }

        /** Returns false if it is no record of the index. */
        private boolean take(ConsumerRecord<byte[], byte[]> record) {
            var changed = QueueRecord.read(record.value());
            var handed = HandOutRecord.read(record.value());
            changed.ifPresent(each -> take(each, Instant.ofEpochMilli(record.timestamp())));
            handed.ifPresent(this::take);
            return changed.isPresent() || handed.isPresent();
        }

        private void take(QueueRecord record, Instant written) {
            if (record.snapshot()) {
                queues.restoreFromHere();
                handOuts.restoreFromHere();
                changes = 0;
            }
            snapshot = record.snapshot() || snapshot == null ? written : snapshot;
            record.changes().forEach(queues::restore);
            changes += record.changes().size();
            latest = record;
        }

        private void take(HandOutRecord record) {
            record.handOuts().forEach(handOuts::restore);
            changes += record.handOuts().size();
        }

        private long indexed() {
            return latest == null ? 0 : latest.indexed();
        }

        /** The log may have lost its end, or have been created anew. */
        private void endsAt(long offset) {
            end = offset;
            if (offset < indexed()) {
                log.error(
                        "the log of what waits ends at {}, and had {} records; the deliveries behind its end are lost",
                        offset,
                        indexed());
            }
        }

        /**
         * Returns the sequence of offset 0 of {@code deliveries}: beyond all that waits if that log has begun anew.
         *
         * @param shorter whether the log has lost its end
         */
        long base(String topicId, boolean shorter) {
            long highest = appended.stream().mapToLong(Added::sequence).reduce(queues.highestSequence(), Math::max);
            return latest != null && latest.topicId().equals(topicId) && !shorter ? latest.base() : highest + 1;
        }

        /** @param base that holds from now on */
        Inherited inherited(long base, Instant now) {
            var behindTheIndex = appended.stream()
                    .map(each -> new HandOuts.Place(queues.queueOf(each.key()), each.sequence()))
                    .collect(Collectors.toSet());
            handOuts.begin(place -> queues.waits(place.key(), place.sequence()) || behindTheIndex.contains(place), now)
                    .forEach(place -> queues.takeOut(place.key(), place.sequence()));
            boolean otherBase = latest != null && latest.base() != base;
            return new Inherited(queues, indexed(), end, appended, otherBase, changes, snapshot, handOuts);
        }
    }

    /** Returns what waits in some partition numbers. */
    Map<Integer, Left> of(Set<Integer> numbers) {
        var left = numbers.stream().collect(Collectors.toMap(number -> number, number -> new Left(bounds, number)));
        logs.read(topics.waitingIndex(), numbers, record -> {
            var known = left.get(record.partition());
            if (known == null || record.value() == null || !known.take(record)) {
                log.error("{} is no record of the index of what waits", place(record));
            }
        });
        var ends = logs.read(
                topics.waiting(),
                numbers,
                number -> left.getOrDefault(number, new Left(bounds, number)).indexed(),
                record -> {
                    var known = left.get(record.partition());
                    var added = added(record);
                    if (added == null || known == null) {
                        log.error("{} is no delivery that can wait for others", place(record));
                    } else {
                        known.appended.add(added);
                    }
                });
        ends.forEach((number, end) ->
                left.getOrDefault(number, new Left(bounds, number)).endsAt(end));
        return left;
    }

    private @Nullable Added added(ConsumerRecord<byte[], byte[]> record) {
        if (reader.read(record.headers()) instanceof Valid(var delivery)
                && delivery.order() != null
                && delivery.order().place() != null) {
            var key = new OrderedKey(
                    delivery.subscription(), delivery.uid(), delivery.order().key());
            return new Added(key, delivery.order().place().sequence(), record.offset());
        }
        return null;
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }
}
