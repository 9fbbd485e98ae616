/** Lanes: the deliveries of one subscription, spread over partition numbers, and the order in which they are sent (B-LANE). Pure. */
@NullMarked
package io.tidings.contract.lane;

import org.jspecify.annotations.NullMarked;
