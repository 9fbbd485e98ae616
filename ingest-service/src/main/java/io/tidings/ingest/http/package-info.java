/** Requests and responses, independent of the HTTP server. */
@NullMarked
package io.tidings.ingest.http;

import org.jspecify.annotations.NullMarked;
