package io.tidings.runtime.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;

/**
 * The number of spans that the SDK's batch processor has dropped because its queue was full. The processor reports it
 * only as a metric of the SDK, which is read whenever ours is.
 */
final class QueueFullCount implements MetricReader {
    private static final String PROCESSED = "processedSpans";
    private static final AttributeKey<Boolean> DROPPED = AttributeKey.booleanKey("dropped");

    private volatile CollectionRegistration sdk = CollectionRegistration.noop();

    @Override
    public void register(CollectionRegistration registration) {
        sdk = registration;
    }

    double count() {
        return sdk.collectAllMetrics().stream()
                .filter(metric -> metric.getName().equals(PROCESSED))
                .flatMap(metric -> metric.getLongSumData().getPoints().stream())
                .filter(point -> Boolean.TRUE.equals(point.getAttributes().get(DROPPED)))
                .mapToLong(LongPointData::getValue)
                .sum();
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType instrumentType) {
        return AggregationTemporality.CUMULATIVE;
    }

    @Override
    public CompletableResultCode forceFlush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
