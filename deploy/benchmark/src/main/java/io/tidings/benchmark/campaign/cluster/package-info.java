/** All processes of a run and the way to manage them. */
@NullMarked
package io.tidings.benchmark.campaign.cluster;

import org.jspecify.annotations.NullMarked;
