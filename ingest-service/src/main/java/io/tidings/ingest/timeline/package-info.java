/** What happened to an event, as management shows it (B-TIME). */
@NullMarked
package io.tidings.ingest.timeline;

import org.jspecify.annotations.NullMarked;
