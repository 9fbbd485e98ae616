/** More partitions for the topics of a running system (B-LANE-3). */
@NullMarked
package io.tidings.runtime.growth;

import org.jspecify.annotations.NullMarked;
