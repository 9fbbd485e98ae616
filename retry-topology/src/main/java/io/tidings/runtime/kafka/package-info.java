/** Kafka as every program uses it: clients, the topics they need, the tables they follow. */
@NullMarked
package io.tidings.runtime.kafka;

import org.jspecify.annotations.NullMarked;
