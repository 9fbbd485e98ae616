/** Endpoints that behave as their path says, and count what they got. */
@NullMarked
package io.tidings.testbed.sink;

import org.jspecify.annotations.NullMarked;
