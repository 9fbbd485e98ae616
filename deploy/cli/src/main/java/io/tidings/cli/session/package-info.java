/** What all commands share: options, output, and commands for profiles, tokens and completion. */
@NullMarked
package io.tidings.cli.session;

import org.jspecify.annotations.NullMarked;
