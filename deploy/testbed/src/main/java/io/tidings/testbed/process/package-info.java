/** Processes of their own, what they cost, and what commands for them do alike. */
@NullMarked
package io.tidings.testbed.process;

import org.jspecify.annotations.NullMarked;
