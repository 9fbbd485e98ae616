package io.tidings.worker.lane;

/** What the endpoint of a lane takes at the moment. */
@FunctionalInterface
public interface Allowance {
    /** Requests at once. */
    int limit();
}
