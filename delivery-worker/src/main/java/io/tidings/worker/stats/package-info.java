/** Counts of each subscription and minute, for pages that show curves (B-TIME). */
@NullMarked
package io.tidings.worker.stats;

import org.jspecify.annotations.NullMarked;
