package io.tidings.benchmark.campaign.history;

/** A record of {@code dead-letters} as the worker wrote it; one that the exporter appended again is none. */
public record Buried(String source, String event) {}
