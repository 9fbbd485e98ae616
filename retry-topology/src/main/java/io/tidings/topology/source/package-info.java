/** Reads the Kafka topics of others whose records are the events of a topic, and the registry of their schemas (B-SOURCE). */
@NullMarked
package io.tidings.topology.source;

import org.jspecify.annotations.NullMarked;
