package io.tidings.worker.recovery;

import io.tidings.contract.ClockReading;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.runtime.kafka.AsideReader;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads tiers ahead of the loop. */
public final class TierScanner implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Map<String, Object> SETTINGS = Map.of(
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "earliest", // what was purged is finished
            "max.partition.fetch.bytes",
            512 * 1024,
            "fetch.max.bytes",
            512 * 1024,
            "max.poll.records",
            500);

    private final AsideReader tiers;
    private final Supplier<ClockReading> clock;
    private final DeliveryReader reader = new DeliveryReader();

    public TierScanner(KafkaClients clients, Executor pollThread, Supplier<ClockReading> clock) {
        this.tiers = new AsideReader("tier-scanner", clients, SETTINGS, pollThread);
        this.clock = clock;
    }

    /** Reports the ends of partitions, without records of open transactions; null if they cannot be read. */
    void ends(
            Collection<TopicPartition> partitions,
            BiConsumer<@Nullable Map<TopicPartition, Long>, ClockReading> report) {
        tiers.run(
                reading -> {
                    reading.assign(partitions); // else the client warns of ends that it does not keep
                    return reading.endOffsets(partitions);
                },
                ends -> report.accept(ends, clock.get()));
    }

    /** Reports what was found; null if the tier cannot be read. */
    void scan(TierScan scan, BiConsumer<TierScan.@Nullable Found, ClockReading> report) {
        tiers.run(reading -> found(scan, reading), found -> report.accept(found, clock.get()));
    }

    private TierScan.Found found(TierScan scan, Consumer<byte[], byte[]> reading) {
        var partition = scan.partition();
        reading.assign(List.of(partition));
        reading.seek(partition, scan.from());
        var examination = scan.new Examination(reader);
        long begun = System.nanoTime();
        long position = scan.from();
        while (position < scan.end() && tiers.goesOn(begun)) {
            for (var record : reading.poll(POLL)) {
                if (record.offset() >= scan.end()) {
                    return examination.found(scan.end());
                }
                examination.examine(record);
                if (examination.full()) {
                    return examination.found(record.offset() + 1);
                }
            }
            position = reading.position(partition);
        }
        return examination.found(Math.min(position, scan.end()));
    }

    @Override
    public void close() {
        tiers.close();
    }
}
