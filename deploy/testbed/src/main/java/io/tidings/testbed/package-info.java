/** A real Kafka broker and a scripted webhook endpoint in this JVM. */
@NullMarked
package io.tidings.testbed;

import org.jspecify.annotations.NullMarked;
