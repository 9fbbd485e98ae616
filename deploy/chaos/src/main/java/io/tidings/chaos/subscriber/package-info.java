/** The subscriptions of a run, its publishers and its endpoints, and the events that are owed to them. */
@NullMarked
package io.tidings.chaos.subscriber;

import org.jspecify.annotations.NullMarked;
