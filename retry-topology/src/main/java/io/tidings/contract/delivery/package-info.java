/** Deliveries on their way: the headers that carry their state, outcomes by name, dead letters. Pure. */
@NullMarked
package io.tidings.contract.delivery;

import org.jspecify.annotations.NullMarked;
