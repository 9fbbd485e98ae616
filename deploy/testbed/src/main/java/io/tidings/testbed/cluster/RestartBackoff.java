package io.tidings.testbed.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a program that ended by itself is started again: soon at first, later each time that it ends soon after its start.
 *
 * <p>Confined to one thread.
 */
final class RestartBackoff {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(8);
    /** A program that ran for so long ends for a new reason. */
    private static final Duration STABLE = Duration.ofMinutes(1);

    private Instant started = Instant.MIN;
    private Duration wait = SHORTEST;
    private @Nullable Instant ended;

    /** Whether the program, which has ended, is not to be started yet. */
    boolean waits(Instant now) {
        if (ended == null) {
            ended = now;
            wait = now.isBefore(started.plus(STABLE)) ? doubled() : SHORTEST;
        }
        return now.isBefore(ended.plus(wait));
    }

    private Duration doubled() {
        var doubled = wait.multipliedBy(2);
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    /**
     * Begins another life if the last one had ended: the program runs, or was told to end meanwhile.
     *
     * @return since when it was known to have ended by itself
     */
    Optional<Instant> begin(Instant now) {
        var since = Optional.ofNullable(ended);
        if (since.isPresent()) {
            started = now;
            ended = null;
        }
        return since;
    }
}
