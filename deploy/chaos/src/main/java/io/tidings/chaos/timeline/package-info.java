/** Whether the API tells how deliveries ended, compared with their histories (B-TIME-1). */
@NullMarked
package io.tidings.chaos.timeline;

import org.jspecify.annotations.NullMarked;
