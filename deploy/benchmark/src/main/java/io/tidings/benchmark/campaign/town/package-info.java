/** The processes of a campaign and everything between them: what can be killed, cut, filled and started again. */
@NullMarked
package io.tidings.benchmark.campaign.town;

import org.jspecify.annotations.NullMarked;
