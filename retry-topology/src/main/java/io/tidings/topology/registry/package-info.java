/** Schemas that a registry keeps for producers, and the Avro values that were written with them (B-SOURCE-1). */
@NullMarked
package io.tidings.topology.registry;

import org.jspecify.annotations.NullMarked;
