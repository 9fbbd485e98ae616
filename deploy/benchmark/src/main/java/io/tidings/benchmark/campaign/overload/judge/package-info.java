/** Judges what an overload did to heaps, rates and latencies. Pure. */
@NullMarked
package io.tidings.benchmark.campaign.overload.judge;

import org.jspecify.annotations.NullMarked;
