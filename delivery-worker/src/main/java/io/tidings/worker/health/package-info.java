/** The health of each endpoint: consecutive failures, probation, probes and its concurrency limit (B-PROB). */
@NullMarked
package io.tidings.worker.health;

import org.jspecify.annotations.NullMarked;
