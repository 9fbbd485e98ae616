/** The client of the timeline, for its own instances and for programs that show it. */
@NullMarked
package io.tidings.runtime.timeline;

import org.jspecify.annotations.NullMarked;
