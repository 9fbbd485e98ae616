/** What the timeline keeps: keys, entries, waiting deliveries, and the files they lie in. */
@NullMarked
package io.tidings.timeline.state;

import org.jspecify.annotations.NullMarked;
