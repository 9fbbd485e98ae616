/** The command that says at a glance what happens. */
@NullMarked
package io.tidings.cli.overview;

import org.jspecify.annotations.NullMarked;
