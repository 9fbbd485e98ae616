/** Promises about where a delivery ends, checked against a history. Pure. */
@NullMarked
package io.tidings.benchmark.campaign.outcome;

import org.jspecify.annotations.NullMarked;
