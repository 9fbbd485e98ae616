/** Asks an endpoint whether it wants the events that a subscription would send it (B-SUB-3). */
@NullMarked
package io.tidings.ingest.validation;

import org.jspecify.annotations.NullMarked;
