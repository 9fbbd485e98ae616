/** Loops that hang, so that a process without progress is started again. */
@NullMarked
package io.tidings.runtime.liveness;

import org.jspecify.annotations.NullMarked;
