/**
 * Judges what happened in a campaign, as everybody wrote it down: one rule for each promise, and what the API says of
 * the same deliveries (B-TIME-1). Pure but for the archive and the question to the API.
 */
@NullMarked
package io.tidings.chaos.check;

import org.jspecify.annotations.NullMarked;
