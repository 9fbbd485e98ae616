/** Which waiting deliveries are moved forward, and when (B-RECOVER-1). Pure. */
@NullMarked
package io.tidings.worker.recovery;

import org.jspecify.annotations.NullMarked;
