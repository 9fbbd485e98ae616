package io.tidings.export;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.RejectionReason;

/** What the exporter counts. */
record ExporterMetrics(MeterRegistry registry) {
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

    void rejected(RejectionReason reason) {
        registry.counter("tidings.rejected", "reason", reason.word()).increment();
    }

    void lost(long offsets) {
        registry.counter("tidings.lost.offsets").increment((double) offsets);
    }
}
