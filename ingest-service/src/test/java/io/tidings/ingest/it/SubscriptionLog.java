package io.tidings.ingest.it;

import static io.tidings.ingest.it.KafkaLog.header;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The records of subscriptions, by keys such as {@code orders/billing}. */
record SubscriptionLog(Topics topics) {
    String uid(String subscription) {
        return KafkaLog.shared().records(topics.subscriptions(), subscription).stream()
                .filter(record -> record.headers().lastHeader(HeaderNames.SUBSCRIPTION_UID) != null)
                .map(record -> header(record, HeaderNames.SUBSCRIPTION_UID))
                .toList()
                .getLast();
    }

    String text(String subscription) {
        return new String(newest(subscription).value(), UTF_8);
    }

    /** The newest record of a subscription. */
    ConsumerRecord<byte[], byte[]> newest(String subscription) {
        return KafkaLog.shared().records(topics.subscriptions(), subscription).stream()
                .filter(record -> record.value() != null)
                .toList()
                .getLast();
    }
}
