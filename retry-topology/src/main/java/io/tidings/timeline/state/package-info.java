/** The state of the timeline: keys, entries, waiting deliveries, and their files. */
@NullMarked
package io.tidings.timeline.state;

import org.jspecify.annotations.NullMarked;
