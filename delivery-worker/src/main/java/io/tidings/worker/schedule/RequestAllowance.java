package io.tidings.worker.schedule;

/** What the endpoint of a subscription takes at the moment. */
@FunctionalInterface
public interface RequestAllowance {
    /** Requests at once. */
    int limit();
}
