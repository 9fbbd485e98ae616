/** The partitions that this worker owns, and where it starts in them. */
@NullMarked
package io.tidings.worker.group;

import org.jspecify.annotations.NullMarked;
