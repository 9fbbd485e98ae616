/** The timeline of events, as management shows it (B-TIME). */
@NullMarked
package io.tidings.ingest.timeline;

import org.jspecify.annotations.NullMarked;
