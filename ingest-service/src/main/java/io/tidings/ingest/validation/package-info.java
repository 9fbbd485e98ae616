/** The handshake: asks an endpoint whether it agrees to get the events of a subscription (B-SUB-3). */
@NullMarked
package io.tidings.ingest.validation;

import org.jspecify.annotations.NullMarked;
