/** The metrics of matching. */
@NullMarked
package io.tidings.topology.telemetry;

import org.jspecify.annotations.NullMarked;
