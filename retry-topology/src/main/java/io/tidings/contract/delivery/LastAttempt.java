package io.tidings.contract.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of the latest attempt.
 *
 * @param outcome of it; after a deferral the word that says why it was deferred (B-OUT)
 * @param status of the answer, when there was one
 * @param at when it ended; absent when the delivery was deferred and never attempted
 */
public record LastAttempt(
        LastOutcome outcome,
        @Nullable Integer status,
        @Nullable Instant at) {}
