/** Resolves the addresses of endpoints and refuses those that are not allowed. */
@NullMarked
package io.tidings.runtime.address;

import org.jspecify.annotations.NullMarked;
