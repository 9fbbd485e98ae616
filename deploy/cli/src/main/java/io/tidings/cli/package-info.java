/** The command line of Tidings: every command goes through the HTTP interface of management. */
@NullMarked
package io.tidings.cli;

import org.jspecify.annotations.NullMarked;
