package io.tidings.worker.telemetry;

import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The traces of deliveries. Confined to the poll thread. */
public interface DeliveryTracing {
    static DeliveryTracing of(Tracing tracing) {
        return tracing.on() ? new OtelDeliveryTracing(tracing) : NoDeliveryTracing.INSTANCE;
    }

    /** Begins a span for each delivery, and returns the trace context that the request carries. */
    @Nullable
    TraceContext begun(List<PolledDelivery> deliveries, Instant started);

    void ended(
            PolledDelivery polled, @Nullable String host, int batchSize, Outcome outcome, Verdict verdict, Instant now);

    /** Ends a span without a verdict, because another worker decides. */
    void left(PolledDelivery polled);

    /**
     * Ends the trace of a given-up delivery, if {@code keep} can write it with its trace context; returns the result of
     * {@code keep}.
     */
    boolean givenUp(PolledDelivery polled, DeadLetterReason reason, Instant now, Predicate<PolledDelivery> keep);

    void dropped(PolledDelivery polled, DropReason reason);
}
