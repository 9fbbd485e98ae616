package io.tidings.worker.dispatch;

import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The decision about a delivery that is due: it is sent, or something else becomes of it. */
sealed interface Admission {
    /** The delivery may be sent. */
    record Send(SubscriptionEntry entry, EndpointBreaker breaker) implements Admission {}

    /**
     * The delivery has its verdict without an attempt.
     *
     * @param entry null when the subscription is gone or cannot be read
     */
    record Conclude(Verdict verdict, @Nullable SubscriptionEntry entry) implements Admission {}

    /** The subscription is paused. */
    record Paused(SubscriptionEntry entry) implements Admission {}

    /** @param left for so long nothing is sent to the endpoint (B-PROB-2) */
    record OnProbation(SubscriptionEntry entry, EndpointBreaker breaker, Duration left) implements Admission {}

    /** The subscription has another endpoint than the one whose breaker is known. */
    record EndpointChanged(SubscriptionEntry entry) implements Admission {}

    /** A response that came after the timeout was a success (B-DEL-4). */
    record SettledLate(Instant delivered) implements Admission {}

    /** Another worker has the delivery now. */
    record NotOwned() implements Admission {}
}
