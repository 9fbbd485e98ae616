/** The subscriptions that an event matches: compiled filters and their index. Pure. */
@NullMarked
package io.tidings.contract.matching;

import org.jspecify.annotations.NullMarked;
