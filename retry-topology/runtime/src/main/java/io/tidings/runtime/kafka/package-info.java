/** Kafka as every program uses it: clients, transactions, groups and the health of brokers. */
@NullMarked
package io.tidings.runtime.kafka;

import org.jspecify.annotations.NullMarked;
