/** The waits: in a buffer for each tier, and in memory for the exact due time. Pure. */
@NullMarked
package io.tidings.worker.tier;

import org.jspecify.annotations.NullMarked;
