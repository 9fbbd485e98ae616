/** Queues: what receivers have, and how they get it (B-PULL). */
@NullMarked
package io.tidings.worker.receive;

import org.jspecify.annotations.NullMarked;
