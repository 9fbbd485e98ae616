/** Attempts from start to outcome: what may be sent now, batches, requests to webhooks and records for Kafka topics, and
 * late responses. */
@NullMarked
package io.tidings.worker.dispatch;

import org.jspecify.annotations.NullMarked;
