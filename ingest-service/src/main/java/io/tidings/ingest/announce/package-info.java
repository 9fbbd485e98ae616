/** Publishes system events, on one instance at a time (B-SYS). */
@NullMarked
package io.tidings.ingest.announce;

import org.jspecify.annotations.NullMarked;
