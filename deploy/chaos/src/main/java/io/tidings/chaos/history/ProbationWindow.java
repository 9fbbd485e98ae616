package io.tidings.chaos.history;

import java.time.Instant;

/**
 * A record of {@code probation}, where it says that the endpoint gets no request for a while, or that it does again.
 *
 * @param recorded when the broker appended it
 * @param until the endpoint is left alone; {@link Instant#MIN} when it is not
 */
public record ProbationWindow(Instant recorded, Instant until) {}
