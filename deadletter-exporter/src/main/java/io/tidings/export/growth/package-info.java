/** The command that gives a running system more partitions (B-LANE-3). */
@NullMarked
package io.tidings.export.growth;

import org.jspecify.annotations.NullMarked;
