/** Writes topics and subscriptions to Kafka, and notices whom another instance has overtaken. */
@NullMarked
package io.tidings.ingest.write;

import org.jspecify.annotations.NullMarked;
