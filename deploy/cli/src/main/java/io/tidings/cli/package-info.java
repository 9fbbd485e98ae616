/** The command line of Tidings: the commands of this module go through the HTTP interface of management. */
@NullMarked
package io.tidings.cli;

import org.jspecify.annotations.NullMarked;
