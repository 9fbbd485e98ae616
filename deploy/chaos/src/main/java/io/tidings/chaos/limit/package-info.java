/** Judges what an overload did to heaps, rates and latencies. Pure. */
@NullMarked
package io.tidings.chaos.limit;

import org.jspecify.annotations.NullMarked;
