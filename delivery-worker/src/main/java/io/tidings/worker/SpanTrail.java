package io.tidings.worker;

import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Span;
import io.tidings.runtime.tracing.Step;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.Delivered;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Spans of deliveries. All attempts of one, and what becomes of it in the end, are children of the step that matched it: so
 * the wait in a tier is the gap between two of them.
 *
 * <p>Confined to the poll thread.
 */
final class SpanTrail implements Trail {
    private final Tracing tracing;
    private final IdentityHashMap<Ready, Span> open = new IdentityHashMap<>();

    SpanTrail(Tracing tracing) {
        this.tracing = tracing;
    }

    /** The attempt of its first delivery; those of others in the same request name it. */
    @Override
    public @Nullable TraceContext begun(Attempt attempt) {
        var started = attempt.started().wall();
        TraceContext first = null;
        for (var ready : attempt.deliveries()) {
            var parent = ready.delivery().event().trace();
            var span = about(tracing.begin(Step.ATTEMPT, parent, started), ready)
                    .with(Attribute.ATTEMPT, ready.delivery().retryState().attempts() + 1)
                    .beside(first);
            open.put(ready, span);
            if (first == null) {
                first = span.next(parent);
            }
        }
        return first;
    }

    @Override
    public void ended(Attempt attempt, Ready ready, Outcome outcome, Verdict verdict, Instant now) {
        var span = open.remove(ready);
        if (span == null || !outcome.attempted()) {
            return;
        }
        var webhook = attempt.entry().subscription().destination();
        span.with(Attribute.HOST, webhook.endpoint().getHost()) // path and query may hold a key
                .with(Attribute.BATCH, attempt.deliveries().size())
                .with(Attribute.VERDICT, verdict.wireName());
        var status = outcome.httpStatus();
        if (status != null) {
            span.with(Attribute.STATUS, status.longValue());
        }
        if (verdict instanceof Delivered) {
            span.with(Attribute.OUTCOME, "Success");
        } else {
            var word = outcome.lastOutcome().wireName();
            span.with(Attribute.OUTCOME, word).failed(word);
        }
        span.end(now);
    }

    @Override
    public void left(Ready ready) {
        open.remove(ready);
    }

    @Override
    public boolean givenUp(Ready ready, DeadLetterReason reason, Instant now, Predicate<Ready> keep) {
        var parent = ready.delivery().event().trace();
        var span = about(tracing.begin(Step.DEAD_LETTER, parent, now), ready).with(Attribute.REASON, reason.wireName());
        boolean kept = keep.test(ready.traced(span.next(parent)));
        if (kept) {
            span.end(now);
        }
        return kept;
    }

    @Override
    public void dropped(Ready ready, DropReason reason) {
        about(tracing.begin(Step.DROP, ready.delivery().event().trace()), ready)
                .with(Attribute.REASON, reason.wireName())
                .end();
    }

    private static Span about(Span span, Ready ready) {
        return span.with(Attribute.TOPIC, ready.subscription().topic())
                .with(Attribute.SUBSCRIPTION, ready.subscription().name())
                .with(Attribute.EVENT_ID, ready.delivery().event().id())
                .with(Attribute.SOURCE, ready.delivery().event().source());
    }
}
