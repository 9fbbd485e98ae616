/** Signatures of requests, by which an endpoint knows their sender. */
@NullMarked
package io.tidings.worker.signing;

import org.jspecify.annotations.NullMarked;
