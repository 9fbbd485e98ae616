package io.tidings.chaos.check;

import java.time.Instant;

/**
 * A record of {@code probation}.
 *
 * @param recorded when the broker appended it
 * @param until the end of the probation; {@link Instant#MIN} when there is none
 */
record ProbationWindow(Instant recorded, Instant until) {}
