/** Extensions of Kafka Streams: its clients, its threads, its timestamps. */
@NullMarked
package io.tidings.topology.streams;

import org.jspecify.annotations.NullMarked;
