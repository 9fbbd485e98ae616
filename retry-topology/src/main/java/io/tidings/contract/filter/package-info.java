/** Filters of subscriptions as JSON and as values. Pure. */
@NullMarked
package io.tidings.contract.filter;

import org.jspecify.annotations.NullMarked;
