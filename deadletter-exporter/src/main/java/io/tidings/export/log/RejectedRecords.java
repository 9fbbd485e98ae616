package io.tidings.export.log;

import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.record.RejectedRecord;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.kafka.KafkaFutures;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps records that are no dead letters on the rejected topic, for people to look at. */
public record RejectedRecords(Producer<byte[], byte[]> producer, String topic, ExporterMetrics metrics) {
    private static final Logger log = LoggerFactory.getLogger(RejectedRecords.class);

    /** Returns when the record is durable. */
    void add(ConsumerRecord<byte[], byte[]> read, RejectionReason reason, String sentence) {
        var source = new EventSource(read.topic(), read.partition(), read.offset());
        var kept = RejectedRecord.of(read.key(), read.value(), read.headers(), source, reason, sentence);
        var record = new ProducerRecord<>(topic, null, kept.key(), kept.value(), kept.headers());
        KafkaFutures.await(producer.send(record), "rejecting a record");
        metrics.rejected(reason);
        log.warn("{} is no dead letter and was rejected: {}", source, sentence);
    }
}
