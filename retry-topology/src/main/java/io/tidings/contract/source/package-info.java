/** Kafka topics of others whose records are the events of a topic (B-SOURCE). Pure. */
@NullMarked
package io.tidings.contract.source;

import org.jspecify.annotations.NullMarked;
