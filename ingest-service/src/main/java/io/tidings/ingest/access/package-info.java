/** The authentication of publishers and managers. Pure. */
@NullMarked
package io.tidings.ingest.access;

import org.jspecify.annotations.NullMarked;
