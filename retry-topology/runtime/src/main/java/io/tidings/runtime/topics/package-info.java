/** Creates the Kafka topics, checks the settings of those that exist, and marks the time scale. */
@NullMarked
package io.tidings.runtime.topics;

import org.jspecify.annotations.NullMarked;
