package io.tidings.benchmark.campaign.publish;

/** Where the endpoints are reached. */
public record Ports(int plain, int secure) {}
