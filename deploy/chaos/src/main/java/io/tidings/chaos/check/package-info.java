/** Judges histories, one rule for each promise. Pure. */
@NullMarked
package io.tidings.chaos.check;

import org.jspecify.annotations.NullMarked;
