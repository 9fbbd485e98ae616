/** Jobs as operators ask for them and see them, and what they try before (B-REPLAY). */
@NullMarked
package io.tidings.ingest.job;

import org.jspecify.annotations.NullMarked;
