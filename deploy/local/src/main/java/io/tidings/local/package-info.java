/** The commands for a developer's machine and for Kafka: local mode, Kafka's own tools, and more partitions. */
@NullMarked
package io.tidings.local;

import org.jspecify.annotations.NullMarked;
