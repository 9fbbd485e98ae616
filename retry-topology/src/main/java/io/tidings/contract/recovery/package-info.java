/** What was moved out of the tiers when an endpoint recovered, as the worker writes it and all programs read it. */
@NullMarked
package io.tidings.contract.recovery;

import org.jspecify.annotations.NullMarked;
