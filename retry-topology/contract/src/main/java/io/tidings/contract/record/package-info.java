/** Records of deliveries, retries, dead letters and endpoint health, and offsets, written to headers and read from them. Pure. */
@NullMarked
package io.tidings.contract.record;

import org.jspecify.annotations.NullMarked;
