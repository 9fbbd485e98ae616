package io.tidings.testbed.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The wait before a program that ended by itself is started again. It grows while the program ends soon after its
 * start.
 *
 * <p>Confined to one thread.
 */
final class RestartBackoff {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(8);
    /** A program that ran for so long ended for a new reason. */
    private static final Duration STABLE = Duration.ofMinutes(1);

    private Instant started = Instant.MIN;
    private Duration wait = SHORTEST;
    private @Nullable Instant ended;

    /** True if the program, which has ended, has to wait. */
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
     * Notes that the program runs, or that it was stopped.
     *
     * @return when the program was first seen to have ended by itself, if it had
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
