package io.tidings.chaos.subscriber;

/** Where the endpoints are reached. */
public record EndpointPorts(int plain, int secure) {}
