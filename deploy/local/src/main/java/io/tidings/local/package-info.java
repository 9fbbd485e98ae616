/** A real Kafka broker and all services in one JVM, for a developer's machine. */
@NullMarked
package io.tidings.local;

import org.jspecify.annotations.NullMarked;
