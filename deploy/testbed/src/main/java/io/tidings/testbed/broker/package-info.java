/** Kafka brokers for tests. */
@NullMarked
package io.tidings.testbed.broker;

import org.jspecify.annotations.NullMarked;
