/** The dead-letter exporter: the program, its loop, its consumer. */
@NullMarked
package io.tidings.export;

import org.jspecify.annotations.NullMarked;
