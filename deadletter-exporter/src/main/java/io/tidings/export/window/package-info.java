/** Windows of dead letters that become one blob, and the times when a destination that failed is tried again. Pure. */
@NullMarked
package io.tidings.export.window;

import org.jspecify.annotations.NullMarked;
