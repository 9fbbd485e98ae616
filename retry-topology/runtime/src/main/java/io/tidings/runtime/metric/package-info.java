/** The metrics of all programs, each defined once. */
@NullMarked
package io.tidings.runtime.metric;

import org.jspecify.annotations.NullMarked;
