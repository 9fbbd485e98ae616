/** Writing batches of dead letters as blobs, publishing each blob, and telling what became of storages (B-SYS-3). */
@NullMarked
package io.tidings.export.write;

import org.jspecify.annotations.NullMarked;
