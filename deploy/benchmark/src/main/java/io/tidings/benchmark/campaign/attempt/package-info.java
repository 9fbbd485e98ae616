/** Promises about single attempts, checked against a history. Pure. */
@NullMarked
package io.tidings.benchmark.campaign.attempt;

import org.jspecify.annotations.NullMarked;
