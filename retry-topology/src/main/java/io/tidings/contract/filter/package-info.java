/** Filters of subscriptions as they are written. Pure. */
@NullMarked
package io.tidings.contract.filter;

import org.jspecify.annotations.NullMarked;
