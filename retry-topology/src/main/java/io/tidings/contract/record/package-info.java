/** Records of deliveries, retries, dead letters and endpoint health: their headers read and written. Pure. */
@NullMarked
package io.tidings.contract.record;

import org.jspecify.annotations.NullMarked;
