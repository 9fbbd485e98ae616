/** All processes of a run and the way to manage them. */
@NullMarked
package io.tidings.chaos.cluster;

import org.jspecify.annotations.NullMarked;
