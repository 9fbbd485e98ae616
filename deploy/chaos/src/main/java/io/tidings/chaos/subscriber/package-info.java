/** The subscriptions of a run, the behaviour of their endpoints, and the events that are owed to them. */
@NullMarked
package io.tidings.chaos.subscriber;

import org.jspecify.annotations.NullMarked;
