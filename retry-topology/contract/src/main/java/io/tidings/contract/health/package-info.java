/** The health of endpoints and what was moved at their recovery, as the worker writes it and all programs read it. Pure. */
@NullMarked
package io.tidings.contract.health;

import org.jspecify.annotations.NullMarked;
