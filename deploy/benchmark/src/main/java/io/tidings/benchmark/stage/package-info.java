/** The processes of a row, and how they are watched. */
@NullMarked
package io.tidings.benchmark.stage;

import org.jspecify.annotations.NullMarked;
