/** The steps of an event as spans. Off unless a setting names a collector. */
@NullMarked
package io.tidings.runtime.tracing;

import org.jspecify.annotations.NullMarked;
