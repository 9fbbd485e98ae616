/** Responds to queries with the state of all instances. */
@NullMarked
package io.tidings.timeline.query;

import org.jspecify.annotations.NullMarked;
