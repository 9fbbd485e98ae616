/** A subscription and its parts, filters and headers among them, as JSON and as validated values. Pure. */
@NullMarked
package io.tidings.contract.subscription;

import org.jspecify.annotations.NullMarked;
