/** From an event to the deliveries of its subscriptions, whatever it was read from. */
@NullMarked
package io.tidings.topology.match;

import org.jspecify.annotations.NullMarked;
