package io.tidings.benchmark.campaign.history;

import java.time.Instant;

/** An event that the subscription matches and whose publisher was told that it is safe. */
public record Accepted(String event, Instant at) {}
