/** Creates the Kafka topics, checks the settings of those that exist, marks the time scale, and adds partitions (B-LANE-3). */
@NullMarked
package io.tidings.runtime.topics;

import org.jspecify.annotations.NullMarked;
