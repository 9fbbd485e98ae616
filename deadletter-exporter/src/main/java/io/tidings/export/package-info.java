/** The dead-letter exporter: the program, its loop, its consumer; and the command that adds partitions (B-LANE-3). */
@NullMarked
package io.tidings.export;

import org.jspecify.annotations.NullMarked;
