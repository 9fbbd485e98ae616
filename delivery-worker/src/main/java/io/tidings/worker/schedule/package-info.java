/** Queues that decide which delivery is sent next: tiers by due time, order keys, and one queue for each subscription, served
 * fairly and within limits. Pure. */
@NullMarked
package io.tidings.worker.schedule;

import org.jspecify.annotations.NullMarked;
