/** What the exporter counts. */
@NullMarked
package io.tidings.export.telemetry;

import org.jspecify.annotations.NullMarked;
