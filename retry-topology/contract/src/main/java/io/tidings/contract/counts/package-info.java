/** Running counts of each subscription's deliveries, as the worker writes them and programs show them (B-COUNT). Pure. */
@NullMarked
package io.tidings.contract.counts;

import org.jspecify.annotations.NullMarked;
