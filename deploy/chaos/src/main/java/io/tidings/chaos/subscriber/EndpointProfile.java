package io.tidings.chaos.subscriber;

/** The kind of endpoints that the campaign has. */
public enum EndpointProfile {
    /** Endpoints fail by events, and none comes on probation. */
    USUAL,
    /** Whole endpoints fail for a while, and come on probation after the default number of failures. */
    PROBATION
}
