/** What all commands share: the options of every command, the connection and the output. */
@NullMarked
package io.tidings.cli.session;

import org.jspecify.annotations.NullMarked;
