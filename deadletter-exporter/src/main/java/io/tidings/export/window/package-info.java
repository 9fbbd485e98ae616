/** Which dead letters become one blob, and when a destination that failed is tried again. Pure. */
@NullMarked
package io.tidings.export.window;

import org.jspecify.annotations.NullMarked;
