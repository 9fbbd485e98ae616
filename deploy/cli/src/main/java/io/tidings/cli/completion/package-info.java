/** The command that makes shells complete commands. */
@NullMarked
package io.tidings.cli.completion;

import org.jspecify.annotations.NullMarked;
