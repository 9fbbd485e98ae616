package io.tidings.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.event.RejectionReason;
import io.tidings.runtime.kafka.KafkaAnswer;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts records that are no dead letters where somebody can look at them, as they were read. */
final class RejectedRecords implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RejectedRecords.class);

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final ExporterMetrics metrics;

    static RejectedRecords open(ExporterConfig config, ExporterMetrics metrics) {
        return new RejectedRecords(
                config.clients().producer(Map.of()), config.topics().rejected(), metrics);
    }

    private RejectedRecords(Producer<byte[], byte[]> producer, String topic, ExporterMetrics metrics) {
        this.producer = producer;
        this.topic = topic;
        this.metrics = metrics;
    }

    /** Returns when it is durable. */
    void add(ConsumerRecord<byte[], byte[]> record, RejectionReason reason, String sentence) {
        var rejected = new ProducerRecord<>(topic, null, record.key(), record.value(), record.headers());
        rejected.headers().remove(HeaderNames.REASON).remove(HeaderNames.ERROR);
        rejected.headers().add(HeaderNames.REASON, reason.word().getBytes(UTF_8));
        rejected.headers().add(HeaderNames.ERROR, sentence.getBytes(UTF_8));
        KafkaAnswer.await(producer.send(rejected), "rejecting a record");
        metrics.rejected(reason);
        log.warn(
                "{}-{}@{} is no dead letter and was rejected: {}",
                record.topic(),
                record.partition(),
                record.offset(),
                sentence);
    }

    @Override
    public void close() {
        producer.close();
    }
}
