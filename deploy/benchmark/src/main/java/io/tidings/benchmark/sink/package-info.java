/** An endpoint that answers at once and counts what it got. */
@NullMarked
package io.tidings.benchmark.sink;

import org.jspecify.annotations.NullMarked;
