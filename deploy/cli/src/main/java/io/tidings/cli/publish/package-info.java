/** The command that publishes events. */
@NullMarked
package io.tidings.cli.publish;

import org.jspecify.annotations.NullMarked;
