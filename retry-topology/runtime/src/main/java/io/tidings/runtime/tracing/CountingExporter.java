package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tidings.runtime.metric.Metric;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the spans that the collector accepts and those that it does not, and logs once when that changes. */
final class CountingExporter implements SpanExporter {
    private static final Logger log = LoggerFactory.getLogger(CountingExporter.class);

    private final SpanExporter exporter;
    private final String collector;
    private final Counter sent;
    private final Counter unsent;
    private final AtomicBoolean away = new AtomicBoolean();

    /** @param collector names it in the log */
    CountingExporter(SpanExporter exporter, String collector, MeterRegistry metrics) {
        this.exporter = exporter;
        this.collector = collector;
        sent = Metric.SPANS_SENT.counter(metrics);
        unsent = Metric.SPANS_DROPPED.counter(metrics, "reason", "CollectorAway");
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> batch) {
        int size = batch.size(); // the list is used again for the next batch
        var result = result(batch);
        return result.whenComplete(() -> {
            (result.isSuccess() ? sent : unsent).increment(size);
            logChange(!result.isSuccess());
        });
    }

    /** The batch processor survives a failure to begin an export, but does not count its spans. */
    private CompletableResultCode result(Collection<SpanData> batch) {
        try {
            return exporter.export(batch);
        } catch (RuntimeException e) {
            return CompletableResultCode.ofExceptionalFailure(e);
        }
    }

    private void logChange(boolean nowAway) {
        if (away.getAndSet(nowAway) == nowAway) {
            return;
        }
        if (nowAway) {
            log.warn(
                    "no spans reach the collector of {}; they are dropped and counted: start it, or correct or remove"
                            + " the setting",
                    collector);
        } else {
            log.info("spans reach the collector of {} again", collector);
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
