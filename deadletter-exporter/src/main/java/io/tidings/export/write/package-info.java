/** Writing batches of dead letters as blobs, and publishing each blob. */
@NullMarked
package io.tidings.export.write;

import org.jspecify.annotations.NullMarked;
