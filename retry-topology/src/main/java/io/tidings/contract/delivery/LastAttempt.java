package io.tidings.contract.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of the latest attempt.
 *
 * @param status of the answer, when there was one
 * @param at when it ended
 */
public record LastAttempt(LastOutcome outcome, @Nullable Integer status, Instant at) {}
