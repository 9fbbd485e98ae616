/** The subscriptions that an event matches: compiled filters and their index. Pure. */
@NullMarked
package io.tidings.topology.filter;

import org.jspecify.annotations.NullMarked;
