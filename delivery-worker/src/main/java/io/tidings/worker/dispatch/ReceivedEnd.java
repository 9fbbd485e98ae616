package io.tidings.worker.dispatch;

/** The end of a delivery that receivers had (B-PULL-1). */
public enum ReceivedEnd {
    ACKNOWLEDGED,
    REJECTED,
    /** It was received as often as it may be. */
    EXHAUSTED
}
