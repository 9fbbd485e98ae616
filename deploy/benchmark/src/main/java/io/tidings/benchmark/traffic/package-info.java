/** What is written to Kafka, and who asks for it. */
@NullMarked
package io.tidings.benchmark.traffic;

import org.jspecify.annotations.NullMarked;
