/** Published events: their schemas, how they are read from HTTP and Kafka, and how they are delivered. Pure. */
@NullMarked
package io.tidings.contract.event;

import org.jspecify.annotations.NullMarked;
