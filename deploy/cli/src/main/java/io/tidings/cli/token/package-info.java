/** Commands for tokens of management. */
@NullMarked
package io.tidings.cli.token;

import org.jspecify.annotations.NullMarked;
