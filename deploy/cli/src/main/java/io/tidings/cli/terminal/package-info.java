/** What a command prints, how it ends, and the process that it runs in. */
@NullMarked
package io.tidings.cli.terminal;

import org.jspecify.annotations.NullMarked;
