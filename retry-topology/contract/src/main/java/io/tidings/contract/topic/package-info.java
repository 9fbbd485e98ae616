/** A topic as its owner writes it, with the Kafka topic that is its source, validated. Pure. */
@NullMarked
package io.tidings.contract.topic;

import org.jspecify.annotations.NullMarked;
