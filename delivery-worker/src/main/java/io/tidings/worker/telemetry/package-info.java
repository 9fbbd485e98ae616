/** Metrics and traces of deliveries. */
@NullMarked
package io.tidings.worker.telemetry;

import org.jspecify.annotations.NullMarked;
