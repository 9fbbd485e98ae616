/** Processes of their own, and what they cost. */
@NullMarked
package io.tidings.benchmark.process;

import org.jspecify.annotations.NullMarked;
