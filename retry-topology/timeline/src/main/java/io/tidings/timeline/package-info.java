/** The second Kafka Streams application of this program: what happened to each event (B-TIME). */
@NullMarked
package io.tidings.timeline;

import org.jspecify.annotations.NullMarked;
