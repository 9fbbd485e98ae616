/** The offsets at which programs start to read. */
@NullMarked
package io.tidings.contract.offset;

import org.jspecify.annotations.NullMarked;
