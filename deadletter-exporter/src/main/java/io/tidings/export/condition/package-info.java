/** Tells the ingest service of dead letters and of storages, for its system events (B-SYS-3). */
@NullMarked
package io.tidings.export.condition;

import org.jspecify.annotations.NullMarked;
