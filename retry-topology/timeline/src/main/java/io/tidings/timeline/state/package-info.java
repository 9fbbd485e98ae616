/** The state of the timeline and the logs that it is made of: keys, entries, waiting deliveries, and their files. */
@NullMarked
package io.tidings.timeline.state;

import org.jspecify.annotations.NullMarked;
