/** How far a partition may be committed, and what is finished beyond. Pure. */
@NullMarked
package io.tidings.worker.progress;

import org.jspecify.annotations.NullMarked;
