package io.tidings.runtime.kafka;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Finds the records of an aborted transaction that brokers refuse. The failure of a record cannot tell, because the
 * producer reports the failure of one for others, too. So each topic is tried alone, and then each half.
 *
 * @param rehearsal sends records without a commit and returns the failure of one of them
 */
record RefusalSearch(Function<List<ProducerRecord<byte[], byte[]>>, Optional<KafkaException>> rehearsal) {
    Map<ProducerRecord<byte[], byte[]>, KafkaException> among(List<ProducerRecord<byte[], byte[]>> records) {
        var refused = new HashMap<ProducerRecord<byte[], byte[]>, KafkaException>();
        records.stream()
                .collect(Collectors.groupingBy(ProducerRecord::topic, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(ofTopic -> search(ofTopic, refused));
        return refused;
    }

    private void search(
            List<ProducerRecord<byte[], byte[]>> records, Map<ProducerRecord<byte[], byte[]>, KafkaException> refused) {
        var failure = rehearsal.apply(records);
        if (failure.isEmpty()) {
            return;
        }
        if (records.size() == 1 || ofTopic(failure.get())) {
            records.forEach(each -> refused.put(each, failure.get()));
        } else {
            int half = records.size() / 2;
            search(records.subList(0, half), refused);
            search(records.subList(half, records.size()), refused);
        }
    }

    /** Returns whether all records of the topic fail alike. */
    private static boolean ofTopic(KafkaException failure) {
        return failure instanceof RetriableException
                || failure instanceof TopicAuthorizationException
                || failure instanceof InvalidTopicException;
    }
}
