/** The offset up to which a partition may be committed, and the finished offsets above it. Pure. */
@NullMarked
package io.tidings.worker.progress;

import org.jspecify.annotations.NullMarked;
