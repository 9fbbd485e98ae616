/** Deliveries and their state: attempts, outcomes, dead letters. Pure. */
@NullMarked
package io.tidings.contract.delivery;

import org.jspecify.annotations.NullMarked;
