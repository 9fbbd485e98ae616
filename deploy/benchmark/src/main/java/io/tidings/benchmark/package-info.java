/** Load, measured from publishing to acknowledgement. */
@NullMarked
package io.tidings.benchmark;

import org.jspecify.annotations.NullMarked;
