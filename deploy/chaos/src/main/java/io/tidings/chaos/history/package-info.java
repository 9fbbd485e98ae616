/** What happened in a campaign, as everybody wrote it down: histories, one subscription at a time. */
@NullMarked
package io.tidings.chaos.history;

import org.jspecify.annotations.NullMarked;
