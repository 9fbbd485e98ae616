/** Reads the logs that the timeline is made of. Pure. */
@NullMarked
package io.tidings.timeline.log;

import org.jspecify.annotations.NullMarked;
