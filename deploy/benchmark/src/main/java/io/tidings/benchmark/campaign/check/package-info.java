/** Judges histories, one rule for each promise. Pure. */
@NullMarked
package io.tidings.benchmark.campaign.check;

import org.jspecify.annotations.NullMarked;
