/** Decides which dead letters are redriven, each once, and how fast. Pure. */
@NullMarked
package io.tidings.export.selection;

import org.jspecify.annotations.NullMarked;
