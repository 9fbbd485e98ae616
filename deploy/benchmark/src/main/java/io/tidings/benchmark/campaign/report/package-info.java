/** What a campaign found, for people and for programs. */
@NullMarked
package io.tidings.benchmark.campaign.report;

import org.jspecify.annotations.NullMarked;
