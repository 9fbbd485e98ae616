/** The output of a command, and its end. */
@NullMarked
package io.tidings.cli.terminal;

import org.jspecify.annotations.NullMarked;
