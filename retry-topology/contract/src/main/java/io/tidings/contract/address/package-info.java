/** The addresses that endpoints may have. Pure. */
@NullMarked
package io.tidings.contract.address;

import org.jspecify.annotations.NullMarked;
