/** Writing batches of dead letters as blobs, and telling of each blob. */
@NullMarked
package io.tidings.export.write;

import org.jspecify.annotations.NullMarked;
