/** Judges what happened in a campaign, as everybody wrote it down: one rule for each promise. Pure but for the archive. */
@NullMarked
package io.tidings.chaos.check;

import org.jspecify.annotations.NullMarked;
