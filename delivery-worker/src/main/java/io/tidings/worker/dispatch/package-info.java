/** Starts attempts: checks what may be sent now, forms batches, hands requests to the webhook client. */
@NullMarked
package io.tidings.worker.dispatch;

import org.jspecify.annotations.NullMarked;
