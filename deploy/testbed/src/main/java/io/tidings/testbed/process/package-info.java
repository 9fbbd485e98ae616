/** Processes of their own, and what they cost. */
@NullMarked
package io.tidings.testbed.process;

import org.jspecify.annotations.NullMarked;
