/** Requests, answers and the server between them; the only package that knows Helidon. */
@NullMarked
package io.tidings.ingest.http;

import org.jspecify.annotations.NullMarked;
