/** Connections to endpoints: pools, and requests as bytes. */
@NullMarked
package io.tidings.worker.connection;

import org.jspecify.annotations.NullMarked;
