/** Promises about where a delivery ends, checked against a history. Pure. */
@NullMarked
package io.tidings.chaos.outcome;

import org.jspecify.annotations.NullMarked;
