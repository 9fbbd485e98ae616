/** Reads the tables of topics and subscriptions, and makes matching wait for them. */
@NullMarked
package io.tidings.topology.table;

import org.jspecify.annotations.NullMarked;
