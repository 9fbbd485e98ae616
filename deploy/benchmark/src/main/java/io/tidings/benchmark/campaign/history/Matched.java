package io.tidings.benchmark.campaign.history;

/** A record of {@code deliveries}: where a chain begins. */
public record Matched(String source, String event) {}
