/** An endpoint on this machine that prints what it receives. */
@NullMarked
package io.tidings.cli.listen;

import org.jspecify.annotations.NullMarked;
