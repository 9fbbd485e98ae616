package io.tidings.worker.schedule;

/** How many requests the endpoint of a subscription may have at once. */
@FunctionalInterface
public interface RequestAllowance {
    int limit();
}
