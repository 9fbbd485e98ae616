/** How the log of dead letters is cut into blobs: windows, batches, names, commit positions. Pure. */
@NullMarked
package io.tidings.export.window;

import org.jspecify.annotations.NullMarked;
