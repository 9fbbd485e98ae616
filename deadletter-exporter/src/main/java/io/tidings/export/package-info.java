/** The dead-letter exporter: the program, its settings, and its loop. */
@NullMarked
package io.tidings.export;

import org.jspecify.annotations.NullMarked;
