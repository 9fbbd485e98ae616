package io.tidings.worker;

import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Verdict;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tells nobody: endpoints get the context that the publisher gave. */
enum NoTrail implements Trail {
    INSTANCE;

    /** That of the events, if they have the same: a request has one, and none must be said to belong to another's. */
    @Override
    public @Nullable TraceContext begun(Attempt attempt) {
        var deliveries = attempt.deliveries();
        var trace = deliveries.getFirst().delivery().event().trace();
        for (int i = 1; i < deliveries.size() && trace != null; i++) {
            if (!Objects.equals(trace, deliveries.get(i).delivery().event().trace())) {
                return null;
            }
        }
        return trace;
    }

    @Override
    public void ended(Attempt attempt, Ready ready, Outcome outcome, Verdict verdict, Instant now) {}

    @Override
    public void left(Ready ready) {}

    @Override
    public boolean givenUp(Ready ready, DeadLetterReason reason, Instant now, Predicate<Ready> keep) {
        return keep.test(ready);
    }

    @Override
    public void dropped(Ready ready, DropReason reason) {}
}
