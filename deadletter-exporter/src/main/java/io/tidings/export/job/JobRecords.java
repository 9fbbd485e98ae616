package io.tidings.export.job;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobProgressJson;
import io.tidings.contract.job.JobTable;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Collection;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Writes records of jobs outside of their transactions.
 *
 * @param kafkaTopic of jobs
 */
record JobRecords(Producer<byte[], byte[]> producer, String kafkaTopic) {
    static ProducerRecord<byte[], byte[]> of(String kafkaTopic, String job, JobProgress progress) {
        return new ProducerRecord<>(
                kafkaTopic, 0, JobTable.progressKey(job), JobProgressJson.write(progress), JobTable.headers());
    }

    /** @throws KafkaException if it is not durable */
    void write(String job, JobProgress progress) {
        write(of(kafkaTopic, job, progress));
    }

    /** @throws KafkaException if one of them is not durably gone */
    void remove(Collection<Job> jobs) {
        var sent = jobs.stream()
                .flatMap(job -> JobTable.keys(job.id()).stream())
                .map(key -> producer.send(new ProducerRecord<>(kafkaTopic, 0, key, null, JobTable.headers())))
                .toList();
        sent.forEach(this::await);
    }

    private void write(ProducerRecord<byte[], byte[]> record) {
        await(producer.send(record));
    }

    private void await(Future<RecordMetadata> sent) {
        KafkaFutures.await(sent, "writing to " + kafkaTopic);
    }
}
