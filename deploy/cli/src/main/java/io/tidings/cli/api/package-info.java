/** The HTTP interface of management, as its client sees it. */
@NullMarked
package io.tidings.cli.api;

import org.jspecify.annotations.NullMarked;
