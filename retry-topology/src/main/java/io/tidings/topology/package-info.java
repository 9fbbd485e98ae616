/** The program that matches events with subscriptions: a Kafka Streams topology and what it needs to run. */
@NullMarked
package io.tidings.topology;

import org.jspecify.annotations.NullMarked;
