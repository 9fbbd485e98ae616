package io.tidings.contract.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * @param outcome after a deferral the word that says why it was deferred (B-OUT)
 * @param at the end of the attempt; null if the delivery was deferred before its first attempt
 */
public record LastAttempt(
        LastOutcome outcome,
        @Nullable Integer status,
        @Nullable Instant at) {}
