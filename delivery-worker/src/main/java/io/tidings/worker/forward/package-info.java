/** Moves waiting deliveries out of the tiers when their endpoint recovers (B-RECOVER-1). */
@NullMarked
package io.tidings.worker.forward;

import org.jspecify.annotations.NullMarked;
