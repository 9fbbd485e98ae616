/** Sealed secrets on topics that others can read. */
@NullMarked
package io.tidings.contract.secret;

import org.jspecify.annotations.NullMarked;
