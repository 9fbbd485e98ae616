/** The metrics of the exporter. */
@NullMarked
package io.tidings.export.telemetry;

import org.jspecify.annotations.NullMarked;
