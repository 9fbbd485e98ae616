package io.tidings.worker.dispatch;

import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.verdict.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The decision about a delivery that is due. */
sealed interface Admission {
    record Send(SubscriptionEntry entry, EndpointBreaker breaker) implements Admission {}

    /** @param entry null if the subscription was deleted or cannot be read */
    record Conclude(Verdict verdict, @Nullable SubscriptionEntry entry) implements Admission {}

    record Paused(SubscriptionEntry entry) implements Admission {}

    /** @param left the rest of the probation, during which nothing is sent (B-PROB-2) */
    record OnProbation(SubscriptionEntry entry, EndpointBreaker breaker, Duration left) implements Admission {}

    /** @param sentence what this worker lacks, for people */
    record NotConfigured(SubscriptionEntry entry, EndpointBreaker breaker, String sentence) implements Admission {}

    /** The breaker that is known belongs to a former endpoint of the subscription. */
    record EndpointChanged(SubscriptionEntry entry) implements Admission {}
}
