/** The steps of an event's way, told to a tracing system. Off unless a setting names one. */
@NullMarked
package io.tidings.runtime.tracing;

import org.jspecify.annotations.NullMarked;
