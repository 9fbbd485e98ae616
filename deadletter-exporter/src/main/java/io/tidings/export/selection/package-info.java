/** The selection of dead letters that are redriven, from the topic or from blobs, each once, and how fast. Pure. */
@NullMarked
package io.tidings.export.selection;

import org.jspecify.annotations.NullMarked;
