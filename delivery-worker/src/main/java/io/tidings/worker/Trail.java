package io.tidings.worker;

import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a tracing system is told of deliveries.
 *
 * <p>Confined to the poll thread.
 */
interface Trail {
    /** Nothing is told, and nothing made for it, where tracing is off. */
    static Trail of(Tracing tracing) {
        return tracing.on() ? new SpanTrail(tracing) : NoTrail.INSTANCE;
    }

    /** A request begins: what it says of the trace that it belongs to. */
    @Nullable
    TraceContext begun(Attempt attempt);

    /** It has ended, for one of its deliveries. */
    void ended(Attempt attempt, Ready ready, Outcome outcome, Verdict verdict, Instant now);

    /** It says nothing of this delivery, whose verdict is another worker's. */
    void left(Ready ready);

    /**
     * It is given up, which is told if it is kept.
     *
     * @param keep writes down the delivery with what its record says of its trace; false when it cannot be kept
     * @return what that returned
     */
    boolean givenUp(Ready ready, DeadLetterReason reason, Instant now, Predicate<Ready> keep);

    /** It is given up and not kept. */
    void dropped(Ready ready, DropReason reason);
}
