/** How each endpoint does: failures in a row, probation, probes, and how many requests it may get at once (B-PROB). */
@NullMarked
package io.tidings.worker.health;

import org.jspecify.annotations.NullMarked;
