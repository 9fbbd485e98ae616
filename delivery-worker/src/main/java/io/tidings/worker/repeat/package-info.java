/** Recognises deliveries that matching wrote more than once. */
@NullMarked
package io.tidings.worker.repeat;

import org.jspecify.annotations.NullMarked;
