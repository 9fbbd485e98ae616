/** Everything that is shipped, run on this machine as an operator runs it, and what it must show. */
@NullMarked
package io.tidings.acceptance;

import org.jspecify.annotations.NullMarked;
