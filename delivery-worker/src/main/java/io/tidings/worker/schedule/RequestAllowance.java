package io.tidings.worker.schedule;

/** The number of requests that the endpoint of a subscription may have at once. */
@FunctionalInterface
public interface RequestAllowance {
    int limit();
}
