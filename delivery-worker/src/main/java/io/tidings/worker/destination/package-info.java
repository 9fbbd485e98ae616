/** Kafka topics as destinations: what the brokers say of them, and the records they get. */
@NullMarked
package io.tidings.worker.destination;

import org.jspecify.annotations.NullMarked;
