/** The dead letters in blobs, as a redrive reads them. Pure. */
@NullMarked
package io.tidings.export.archive;

import org.jspecify.annotations.NullMarked;
