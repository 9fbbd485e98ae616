package io.tidings.benchmark.report;

import java.time.Duration;

/**
 * What one process used.
 *
 * @param cpu within the interval
 * @param peakMegabytes of resident memory since its start
 */
public record Cost(String process, Duration cpu, long peakMegabytes) {}
