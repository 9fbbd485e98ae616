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

/**
 * What a tracing system is told of deliveries.
 *
 * <p>Confined to the poll thread.
 */
public interface DeliveryTracing {
    /** Nothing is told, and nothing made for it, where tracing is off. */
    static DeliveryTracing of(Tracing tracing) {
        return tracing.on() ? new OtelDeliveryTracing(tracing) : NoDeliveryTracing.INSTANCE;
    }

    /**
     * A request with these deliveries begins.
     *
     * @return the trace that the request says it belongs to
     */
    @Nullable
    TraceContext begun(List<PolledDelivery> deliveries, Instant started);

    /**
     * A request has ended, for one of its deliveries.
     *
     * @param host where the request went
     * @param batch how many deliveries the request had
     */
    void ended(PolledDelivery polled, @Nullable String host, int batch, Outcome outcome, Verdict verdict, Instant now);

    /** It says nothing of this delivery, whose verdict is another worker's. */
    void left(PolledDelivery polled);

    /**
     * It is given up, which is told if it is kept.
     *
     * @param keep writes down the delivery with what its record says of its trace; false when it cannot be kept
     * @return what that returned
     */
    boolean givenUp(PolledDelivery polled, DeadLetterReason reason, Instant now, Predicate<PolledDelivery> keep);

    /** It is given up and not kept. */
    void dropped(PolledDelivery polled, DropReason reason);
}
