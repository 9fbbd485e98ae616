package io.tidings.worker.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Spans of deliveries. All attempts of a delivery and its end are children of the step that matched it, so the wait
 * in a tier is the gap between two of them. Confined to the poll thread.
 */
final class OtelDeliveryTracing implements DeliveryTracing {
    private final Tracing tracing;
    private final IdentityHashMap<PolledDelivery, Span> open = new IdentityHashMap<>();

    OtelDeliveryTracing(Tracing tracing) {
        this.tracing = tracing;
    }

    /** The first delivery's attempt; the spans of the others link to it. */
    @Override
    public @Nullable TraceContext begun(List<PolledDelivery> deliveries, Instant started) {
        TraceContext first = null;
        for (var polled : deliveries) {
            var parent = polled.delivery().event().trace();
            var span = about(tracing.begin(Step.ATTEMPT, parent, started), polled)
                    .setAttribute(
                            Attribute.ATTEMPT.key(),
                            polled.delivery().retryState().attempts() + 1);
            Tracing.link(span, first);
            open.put(polled, span);
            if (first == null) {
                first = Tracing.next(span, parent);
            }
        }
        return first;
    }

    @Override
    public void ended(
            PolledDelivery polled,
            @Nullable String host,
            int batchSize,
            Outcome outcome,
            Verdict verdict,
            Instant now) {
        var span = open.remove(polled);
        if (span == null || !outcome.attempted()) {
            return;
        }
        span.setAttribute(Attribute.HOST.key(), host)
                .setAttribute(Attribute.BATCH.key(), batchSize)
                .setAttribute(Attribute.VERDICT.key(), verdict.wireName());
        var status = outcome.httpStatus();
        if (status != null) {
            span.setAttribute(Attribute.STATUS.key(), status.longValue());
        }
        var failure = outcome.lastOutcome();
        if (failure == null) {
            span.setAttribute(Attribute.OUTCOME.key(), "Success");
        } else {
            span.setAttribute(Attribute.OUTCOME.key(), failure.wireName())
                    .setStatus(StatusCode.ERROR, failure.wireName());
        }
        span.end(now);
    }

    @Override
    public void left(PolledDelivery polled) {
        open.remove(polled);
    }

    @Override
    public boolean givenUp(
            PolledDelivery polled, DeadLetterReason reason, Instant now, Predicate<PolledDelivery> keep) {
        var parent = polled.delivery().event().trace();
        var span = about(tracing.begin(Step.DEAD_LETTER, parent, now), polled)
                .setAttribute(Attribute.REASON.key(), reason.wireName());
        boolean kept = keep.test(polled.traced(Tracing.next(span, parent)));
        if (kept) {
            span.end(now);
        }
        return kept;
    }

    @Override
    public void dropped(PolledDelivery polled, DropReason reason) {
        about(tracing.begin(Step.DROP, polled.delivery().event().trace()), polled)
                .setAttribute(Attribute.REASON.key(), reason.wireName())
                .end();
    }

    private static Span about(Span span, PolledDelivery polled) {
        return span.isRecording()
                ? span.setAttribute(Attribute.TOPIC.key(), polled.subscription().topic())
                        .setAttribute(
                                Attribute.SUBSCRIPTION.key(),
                                polled.subscription().name())
                        .setAttribute(
                                Attribute.EVENT_ID.key(),
                                polled.delivery().event().id())
                        .setAttribute(
                                Attribute.SOURCE.key(),
                                polled.delivery().event().source().toString())
                : span;
    }
}
