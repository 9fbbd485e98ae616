package io.tidings.worker.dispatch;

import java.time.Duration;

/**
 * How much a paused subscription may hold (B-PAUSE).
 *
 * @param longest how long an event may be held
 * @param bytes of the deliveries of one subscription in the retry topics
 */
public record HoldLimits(Duration longest, long bytes) {}
