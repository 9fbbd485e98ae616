/** An outage of endpoints, second by second: what waits in which tier, and when all of it is delivered. */
@NullMarked
package io.tidings.benchmark.model.simulation;

import org.jspecify.annotations.NullMarked;
