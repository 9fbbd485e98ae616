/** Notes of the records that the processes have begun, so that one that ends them all is found. */
@NullMarked
package io.tidings.topology.begun;

import org.jspecify.annotations.NullMarked;
