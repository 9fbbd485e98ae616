/** The authentication of publishers and managers. Pure. */
@NullMarked
package io.tidings.ingest.auth;

import org.jspecify.annotations.NullMarked;
