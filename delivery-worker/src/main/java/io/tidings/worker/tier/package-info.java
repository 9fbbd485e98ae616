/** Waiting: in front of a tier that is first in, first out, and in memory for the true due time. Pure. */
@NullMarked
package io.tidings.worker.tier;

import org.jspecify.annotations.NullMarked;
