/** The installation that a command talks to, and the profiles that name installations. */
@NullMarked
package io.tidings.cli.connection;

import org.jspecify.annotations.NullMarked;
