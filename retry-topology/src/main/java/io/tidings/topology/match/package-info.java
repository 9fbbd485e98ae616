/** From an event to the deliveries of its subscriptions: the tables that matching waits for, and its metrics. */
@NullMarked
package io.tidings.topology.match;

import org.jspecify.annotations.NullMarked;
