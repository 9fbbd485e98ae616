/** Copying dead letters to Kafka topics of their owners (B-DLQ-8). */
@NullMarked
package io.tidings.export.copy;

import org.jspecify.annotations.NullMarked;
