/** Kafka as every program uses it: clients, transactions, the topics and tables that it follows. */
@NullMarked
package io.tidings.runtime.kafka;

import org.jspecify.annotations.NullMarked;
