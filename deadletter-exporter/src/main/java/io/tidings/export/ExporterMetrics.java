package io.tidings.export;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.RejectionReason;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** What the exporter counts. */
final class ExporterMetrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final Counter lostOffsets;
    private final List<KafkaClientMetrics> clients = new ArrayList<>();

    ExporterMetrics(MeterRegistry registry) {
        this.registry = registry;
        lostOffsets = Counter.builder("tidings.lost.offsets")
                .description("Records deleted from the log before they were finished")
                .register(registry);
    }

    void bind(Consumer<?, ?> consumer) {
        bind(new KafkaClientMetrics(consumer));
    }

    void bind(Producer<?, ?> producer) {
        bind(new KafkaClientMetrics(producer));
    }

    private void bind(KafkaClientMetrics client) {
        client.bindTo(registry);
        clients.add(client);
    }

    /** Lets go of the clients, whose numbers end with them. */
    @Override
    public void close() {
        clients.forEach(KafkaClientMetrics::close);
        clients.clear();
    }

    void written(SubscriptionKey subscription) {
        registry.counter(
                        "tidings.dead.letter.blobs", "topic", subscription.topic(), "subscription", subscription.name())
                .increment();
    }

    void dropped(DropReason reason, SubscriptionKey subscription, int letters) {
        registry.counter(
                        "tidings.dropped",
                        "reason",
                        reason.word(),
                        "topic",
                        subscription.topic(),
                        "subscription",
                        subscription.name())
                .increment(letters);
    }

    void appendedAgain(SubscriptionKey subscription, int letters) {
        registry.counter(
                        "tidings.dead.letter.appended.again",
                        "topic",
                        subscription.topic(),
                        "subscription",
                        subscription.name())
                .increment(letters);
    }

    void rejected(RejectionReason reason) {
        registry.counter("tidings.rejected", "reason", reason.word()).increment();
    }

    void lost(long offsets) {
        lostOffsets.increment((double) offsets);
    }
}
