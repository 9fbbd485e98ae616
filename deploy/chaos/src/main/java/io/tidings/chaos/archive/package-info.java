/** Histories of a run on disk: recorded from Kafka, from blobs and from endpoints, and read again. */
@NullMarked
package io.tidings.chaos.archive;

import org.jspecify.annotations.NullMarked;
