/** Moves waiting deliveries forward when their endpoint recovers, and says which and when (B-RECOVER-1). */
@NullMarked
package io.tidings.worker.recovery;

import org.jspecify.annotations.NullMarked;
