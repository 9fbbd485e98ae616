/** What this worker knows of a partition that is assigned to it, and the recognition of deliveries that were written twice. */
@NullMarked
package io.tidings.worker.partition;

import org.jspecify.annotations.NullMarked;
