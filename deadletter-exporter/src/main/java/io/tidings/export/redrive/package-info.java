/** The command that makes deliveries of dead letters again. */
@NullMarked
package io.tidings.export.redrive;

import org.jspecify.annotations.NullMarked;
