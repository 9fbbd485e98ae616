package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.Topics;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.UncommittedRecords;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The records that a worker writes with the commits of a partition: the health of endpoints and the log of attempts. */
final class WrittenRecords {
    private final Topics topics;
    private final AssignedPartition partition;
    private final EndpointHealthTable health;
    private int forgotten;

    /** @param health takes in what is written of endpoints, as their next owner would */
    WrittenRecords(Topics topics, AssignedPartition partition, EndpointHealthTable health) {
        this.topics = topics;
        this.partition = partition;
        this.health = health;
    }

    /** Returns what was written of endpoints since this was asked last. */
    List<ProducerRecord<byte[], byte[]>> standings() {
        var standings = of(topics.probation());
        forget();
        for (var record : standings) {
            health.read(new String(record.key(), UTF_8), record.partition(), record.headers(), record.value())
                    .ifPresent(problem -> {
                        throw new IllegalStateException(problem);
                    });
        }
        return standings;
    }

    /** Takes in what another worker has written of endpoints. */
    void takeOver(List<ProducerRecord<byte[], byte[]>> standings) {
        for (var record : standings) {
            health.read(new String(record.key(), UTF_8), record.partition(), record.headers(), record.value());
        }
    }

    /** Returns the lines of the log of attempts. */
    List<String> attempts() {
        return of(topics.attempts()).stream()
                .map(record -> new String(record.value(), UTF_8))
                .toList();
    }

    /** Leaves out what was written until now. */
    void forget() {
        forgotten = UncommittedRecords.lines(partition).size();
    }

    private List<ProducerRecord<byte[], byte[]>> of(String kafkaTopic) {
        return UncommittedRecords.lines(partition).stream()
                .skip(forgotten)
                .filter(record -> record.topic().equals(kafkaTopic))
                .toList();
    }
}
