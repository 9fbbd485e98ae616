/** Promises about single attempts, checked against a history. Pure. */
@NullMarked
package io.tidings.chaos.attempt;

import org.jspecify.annotations.NullMarked;
