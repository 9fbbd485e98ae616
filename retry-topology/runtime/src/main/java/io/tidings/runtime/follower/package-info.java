/** Readers that keep what is on a topic or a table in memory up to date, each on a thread of its own. */
@NullMarked
package io.tidings.runtime.follower;

import org.jspecify.annotations.NullMarked;
