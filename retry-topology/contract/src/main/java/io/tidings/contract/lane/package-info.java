/** How the deliveries of one subscription are spread over partition numbers and in which order they are sent (B-LANE). Pure. */
@NullMarked
package io.tidings.contract.lane;

import org.jspecify.annotations.NullMarked;
