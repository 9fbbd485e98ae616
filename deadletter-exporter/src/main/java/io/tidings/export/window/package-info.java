/** How the log of dead letters is cut into blobs: windows, parts, names, commit positions. Pure. */
@NullMarked
package io.tidings.export.window;

import org.jspecify.annotations.NullMarked;
