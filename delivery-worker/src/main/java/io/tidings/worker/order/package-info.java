/** Which delivery of an order key is the next one (B-LANE-2). Pure. */
@NullMarked
package io.tidings.worker.order;

import org.jspecify.annotations.NullMarked;
