/** What matching counts. */
@NullMarked
package io.tidings.topology.telemetry;

import org.jspecify.annotations.NullMarked;
