package io.tidings.export.write;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.RejectionReason;
import io.tidings.runtime.kafka.Transactions;
import io.tidings.runtime.metric.Metric;
import io.tidings.runtime.metric.SubscriptionDetail;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

public final class ExporterMetrics {
    private final MeterRegistry registry;
    private final Counter lostOffsets;

    public ExporterMetrics(MeterRegistry registry) {
        this.registry = registry;
        lostOffsets = Metric.LOST_OFFSETS.counter(registry);
    }

    public KafkaClientMetrics of(Consumer<?, ?> consumer) {
        return bound(new KafkaClientMetrics(consumer));
    }

    public KafkaClientMetrics of(Producer<?, ?> producer) {
        return bound(new KafkaClientMetrics(producer));
    }

    private KafkaClientMetrics bound(KafkaClientMetrics client) {
        client.bindTo(registry);
        return client;
    }

    public void bind(Transactions transactions) {
        transactions.bindTo(registry);
    }

    public void written(SubscriptionKey subscription) {
        counter(Metric.DEAD_LETTER_BLOBS, subscription).increment();
    }

    public void copied(SubscriptionKey subscription) {
        counter(Metric.DEAD_LETTER_COPIES, subscription).increment();
    }

    public void dropped(ExportDropReason reason, SubscriptionKey subscription, int letters) {
        counter(Metric.DROPPED, subscription, "reason", reason.wireName()).increment(letters);
    }

    public void appendedAgain(SubscriptionKey subscription, int letters) {
        counter(Metric.DEAD_LETTER_APPENDED_AGAIN, subscription).increment(letters);
    }

    /** Few subscriptions have dead letters, so each is shown. */
    private Counter counter(Metric metric, SubscriptionKey subscription, String... more) {
        return metric.counter(registry, SubscriptionDetail.COUNTS.ofCounts(subscription, more));
    }

    public void rejected(RejectionReason reason) {
        Metric.REJECTED.counter(registry, "reason", reason.wireName()).increment();
    }

    public void lost(long offsets) {
        lostOffsets.increment((double) offsets);
    }
}
