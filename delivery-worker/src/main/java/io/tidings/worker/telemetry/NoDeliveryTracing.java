package io.tidings.worker.telemetry;

import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** No spans: endpoints get the publisher's trace context. */
public enum NoDeliveryTracing implements DeliveryTracing {
    INSTANCE;

    /** Returns the events' common context, if any: a request must not join another event's trace. */
    @Override
    public @Nullable TraceContext begun(List<PolledDelivery> deliveries, Instant started) {
        var trace = deliveries.getFirst().delivery().event().trace();
        for (int i = 1; i < deliveries.size() && trace != null; i++) {
            if (!Objects.equals(trace, deliveries.get(i).delivery().event().trace())) {
                return null;
            }
        }
        return trace;
    }

    @Override
    public void ended(
            PolledDelivery polled,
            @Nullable String host,
            int batchSize,
            Outcome outcome,
            Verdict verdict,
            Instant now) {}

    @Override
    public void left(PolledDelivery polled) {}

    @Override
    public boolean givenUp(
            PolledDelivery polled, DeadLetterReason reason, Instant now, Predicate<PolledDelivery> keep) {
        return keep.test(polled);
    }

    @Override
    public void dropped(PolledDelivery polled, DropReason reason) {}
}
