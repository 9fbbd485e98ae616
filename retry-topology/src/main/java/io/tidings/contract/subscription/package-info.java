/** A subscription and its parts, validated. Pure. */
@NullMarked
package io.tidings.contract.subscription;

import org.jspecify.annotations.NullMarked;
