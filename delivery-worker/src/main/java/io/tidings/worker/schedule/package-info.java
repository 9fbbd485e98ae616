/** Queues of deliveries, one for each subscription, served fairly and within limits. Pure. */
@NullMarked
package io.tidings.worker.schedule;

import org.jspecify.annotations.NullMarked;
