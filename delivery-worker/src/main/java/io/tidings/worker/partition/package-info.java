/** The state of an assigned partition, and the recognition of duplicate deliveries. */
@NullMarked
package io.tidings.worker.partition;

import org.jspecify.annotations.NullMarked;
