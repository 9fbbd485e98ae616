/** Deliveries of one subscription on their way to its endpoint: bounded and fair. */
@NullMarked
package io.tidings.worker.lane;

import org.jspecify.annotations.NullMarked;
