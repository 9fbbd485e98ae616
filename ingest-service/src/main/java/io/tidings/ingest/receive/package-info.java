/** Receivers fetch the events of queues and settle them over HTTP (B-PULL). */
@NullMarked
package io.tidings.ingest.receive;

import org.jspecify.annotations.NullMarked;
