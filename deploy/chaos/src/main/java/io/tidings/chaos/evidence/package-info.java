/** What a history proves of a delivery, and the limits that a promise is checked by. Pure. */
@NullMarked
package io.tidings.chaos.evidence;

import org.jspecify.annotations.NullMarked;
