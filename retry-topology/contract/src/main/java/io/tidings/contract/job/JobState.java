package io.tidings.contract.job;

import io.tidings.contract.WireName;

/**
 * <pre>
 *   queued ──> running ──> done, failed
 *     │  ^     ^     │
 *     v  │     v     v
 *    paused (either way) ──> cancelled
 * </pre>
 */
public enum JobState implements WireName.Capitalized {
    QUEUED,
    RUNNING,
    PAUSED,
    DONE,
    CANCELLED,
    FAILED;

    public boolean ended() {
        return compareTo(DONE) >= 0;
    }
}
