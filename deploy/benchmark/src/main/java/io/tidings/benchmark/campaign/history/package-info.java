/** What happened in a campaign, as everybody wrote it down: histories, one subscription at a time. */
@NullMarked
package io.tidings.benchmark.campaign.history;

import org.jspecify.annotations.NullMarked;
