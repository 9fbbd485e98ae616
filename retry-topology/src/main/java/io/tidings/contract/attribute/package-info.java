/** The headers that a subscription adds to what it delivers. Pure. */
@NullMarked
package io.tidings.contract.attribute;

import org.jspecify.annotations.NullMarked;
