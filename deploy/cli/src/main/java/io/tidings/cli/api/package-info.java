/** The installation that a command talks to, and its HTTP interface of management as a client sees it. */
@NullMarked
package io.tidings.cli.api;

import org.jspecify.annotations.NullMarked;
