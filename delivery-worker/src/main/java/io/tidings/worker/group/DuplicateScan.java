package io.tidings.worker.group;

import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.OffsetRange;
import io.tidings.runtime.kafka.RangeReader;
import io.tidings.worker.partition.DuplicateDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the records before the place where a new owner starts in partitions of {@code deliveries}, so that the owner
 * recognises duplicates of them.
 *
 * <p>The scan reads backwards in steps. It gives the first step as long as slow brokers may take, because that step
 * holds all that an interrupted matching can write again at ordinary rates; further steps get a second. An event that
 * is not read is at worst delivered twice.
 */
final class DuplicateScan {
    private static final Logger log = LoggerFactory.getLogger(DuplicateScan.class);

    private static final long FIRST_STEP = 1_000;
    private static final long FURTHEST = 8_000;
    private static final long MOST_BYTES = 32L * 1024 * 1024;
    private static final Duration LONGEST_FIRST_STEP = Duration.ofSeconds(10);
    private static final Duration LONGEST_OF_OTHERS = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Map<String, Object> SETTINGS = Map.of(
            "client.id",
            "tidings-look-back",
            "fetch.max.wait.ms",
            25,
            "default.api.timeout.ms",
            (int) LONGEST_FIRST_STEP.toMillis(),
            "max.poll.records",
            10_000);

    private final KafkaClients clients;

    DuplicateScan(KafkaClients clients) {
        this.clients = clients;
    }

    Map<TopicPartition, DuplicateDetector> before(Map<TopicPartition, Long> starts) {
        var known = new HashMap<TopicPartition, DuplicateDetector>();
        starts.keySet().forEach(partition -> known.put(partition, new DuplicateDetector()));
        var begun = new HashMap<>(starts);
        begun.values().removeIf(start -> start == 0);
        if (!begun.isEmpty()) {
            try (var records = RangeReader.open(clients, SETTINGS)) {
                var reading = new Scan(records, System.nanoTime());
                reading.all(begun);
                reading.tell(known);
                log.debug("read {} bytes before the starts of {} partitions", reading.bytes, begun.size());
            } catch (KafkaException e) { // records that were not read are delivered twice at worst
                log.warn(
                        "records before the starts of {} could not be read, so repeats of them are not recognised",
                        begun.keySet(),
                        e);
            }
        }
        return known;
    }

    /** @param appended when the broker appended it, in milliseconds */
    private record Written(Delivery delivery, long appended) {}

    private static final class Scan {
        private final RangeReader records;
        private final long begun;
        private final DeliveryReader reader = new DeliveryReader();
        private final Map<TopicPartition, List<Written>> written = new HashMap<>();

        private long bytes;

        /** @param begun in the time of {@link System#nanoTime} */
        Scan(RangeReader records, long begun) {
            this.records = records;
            this.begun = begun;
        }

        /** Feeds the records to the detectors as if the owner had read them first. */
        void tell(Map<TopicPartition, DuplicateDetector> known) {
            known.forEach((partition, duplicates) -> written.getOrDefault(partition, List.of())
                    .forEach(each -> duplicates.recognise(each.delivery(), each.appended())));
        }

        /** Reads backwards; each step is as long as all steps before it together. */
        void all(Map<TopicPartition, Long> starts) {
            read(starts, FIRST_STEP, 0, LONGEST_FIRST_STEP);
            for (long back = FIRST_STEP; back < FURTHEST && goesOn(LONGEST_OF_OTHERS); back *= 2) {
                read(starts, 2 * back, back, LONGEST_OF_OTHERS);
            }
        }

        private void read(Map<TopicPartition, Long> starts, long from, long to, Duration longest) {
            var ranges = new ArrayList<OffsetRange>();
            starts.forEach((partition, start) -> {
                if (start > to) {
                    ranges.add(new OffsetRange(partition, Math.max(0, start - from), start - to));
                }
            });
            var step = new HashMap<TopicPartition, List<Written>>();
            records.begin(ranges);
            while (!records.finished() && goesOn(longest)) {
                records.poll(POLL).forEach(record -> read(record, step));
            }
            step.forEach((partition, before) -> written.merge(partition, before, (later, earlier) -> {
                earlier.addAll(later);
                return earlier;
            }));
        }

        private void read(ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, List<Written>> step) {
            bytes += record.serializedValueSize();
            if (reader.read(record.headers()) instanceof Valid(var delivery)) {
                step.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), _ -> new ArrayList<>())
                        .add(new Written(delivery, record.timestamp()));
            }
        }

        private boolean goesOn(Duration longest) {
            return bytes < MOST_BYTES && System.nanoTime() - begun < longest.toNanos();
        }
    }
}
