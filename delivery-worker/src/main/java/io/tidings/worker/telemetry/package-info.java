/** Metrics and traces of deliveries, and counts of each subscription and minute. */
@NullMarked
package io.tidings.worker.telemetry;

import org.jspecify.annotations.NullMarked;
