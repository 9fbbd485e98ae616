/** The HTTP server: listeners, bodies within limits, deadlines, and delays after wrong keys. */
@NullMarked
package io.tidings.ingest.server;

import org.jspecify.annotations.NullMarked;
