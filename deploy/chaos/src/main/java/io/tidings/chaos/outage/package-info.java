/** The faults that take processes away: killed, frozen, restarted, replaced. */
@NullMarked
package io.tidings.chaos.outage;

import org.jspecify.annotations.NullMarked;
