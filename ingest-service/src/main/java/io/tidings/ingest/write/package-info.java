/** Writes topics and subscriptions to Kafka, and finds the records of concurrent writers. */
@NullMarked
package io.tidings.ingest.write;

import org.jspecify.annotations.NullMarked;
