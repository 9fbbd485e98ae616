/** The first events of their keys, by which later events with the same key are recognised as duplicates. */
@NullMarked
package io.tidings.topology.deduplication;

import org.jspecify.annotations.NullMarked;
