package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tidings.runtime.metric.Metric;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ended spans on their way to the collector. Bounded: while it is away, or too slow, spans are dropped and counted, and
 * who ends one never waits.
 */
final class SpanQueue implements SpanProcessor {
    static final int MOST_WAITING = 8_192;

    private static final Logger log = LoggerFactory.getLogger(SpanQueue.class);
    private static final int MOST_AT_ONCE = 512;
    private static final Duration BETWEEN = Duration.ofMillis(200);
    private static final Duration SENDING = Duration.ofSeconds(30);
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final BlockingQueue<SpanData> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("spans").daemon()::unstarted);
    private final SpanExporter exporter;
    private final URI collector;
    private final Counter sent;
    private final Counter full;
    private final Counter unsent;
    private boolean away;

    SpanQueue(SpanExporter exporter, URI collector, MeterRegistry metrics) {
        this.exporter = exporter;
        this.collector = collector;
        sent = Metric.SPANS_SENT.counter(metrics);
        full = Metric.SPANS_DROPPED.counter(metrics, "reason", "QueueFull");
        unsent = Metric.SPANS_DROPPED.counter(metrics, "reason", "CollectorAway");
        var _ = thread.scheduleWithFixedDelay(
                this::send, BETWEEN.toMillis(), BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
        // told when it has ended
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (span.getSpanContext().isSampled() && !waiting.offer(span.toSpanData())) {
            full.increment();
        }
    }

    private void send() {
        var batch = new ArrayList<SpanData>();
        while (waiting.drainTo(batch, MOST_AT_ONCE) > 0) {
            var result = export(batch).join(SENDING.toMillis(), TimeUnit.MILLISECONDS);
            (result.isSuccess() ? sent : unsent).increment(batch.size());
            tell(!result.isSuccess());
            batch.clear();
        }
    }

    /** What it stumbles over must not end the sending of all further spans. */
    private CompletableResultCode export(List<SpanData> batch) {
        try {
            return exporter.export(batch);
        } catch (RuntimeException e) {
            return CompletableResultCode.ofExceptionalFailure(e);
        }
    }

    private void tell(boolean nowAway) {
        if (nowAway && !away) {
            log.warn(
                    "no spans reach the collector at {}, they are dropped and counted: start it, or correct or remove"
                            + " tracing.endpoint",
                    collector);
        } else if (!nowAway && away) {
            log.info("spans reach the collector at {} again", collector);
        }
        away = nowAway;
    }

    @Override
    public CompletableResultCode shutdown() {
        var _ = thread.schedule(this::send, 0, TimeUnit.MILLISECONDS);
        thread.shutdown(); // ends what is repeated, not what was asked for just now
        try {
            var _ = thread.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // The client of the JDK waits for what is under way, however long that takes; nobody waits for it.
        Thread.ofPlatform().name("spans-end").daemon().start(exporter::shutdown);
        return CompletableResultCode.ofSuccess();
    }
}
