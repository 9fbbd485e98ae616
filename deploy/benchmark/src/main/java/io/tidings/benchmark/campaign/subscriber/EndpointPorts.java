package io.tidings.benchmark.campaign.subscriber;

/** Where the endpoints are reached. */
public record EndpointPorts(int plain, int secure) {}
