/** The health of endpoints, as the worker writes it and all programs read it (B-PROB). Pure. */
@NullMarked
package io.tidings.contract.health;

import org.jspecify.annotations.NullMarked;
