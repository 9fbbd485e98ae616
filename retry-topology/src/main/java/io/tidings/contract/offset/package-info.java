/** Where the reading of a partition starts. */
@NullMarked
package io.tidings.contract.offset;

import org.jspecify.annotations.NullMarked;
