/** The command that makes deliveries of dead letters again: its options, what it reads and writes. */
@NullMarked
package io.tidings.export.redrive;

import org.jspecify.annotations.NullMarked;
