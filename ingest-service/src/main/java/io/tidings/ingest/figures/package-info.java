/** Shows what happened over time: curves of an hour, a day and a week. */
@NullMarked
package io.tidings.ingest.figures;

import org.jspecify.annotations.NullMarked;
