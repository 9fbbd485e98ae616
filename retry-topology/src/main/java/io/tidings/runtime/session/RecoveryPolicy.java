package io.tidings.runtime.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Decides what follows when a session is lost: another one, after a backoff that grows to half a minute. There is no
 * limit, but for one cause: two processes with the same id would take each other's place for ever.
 *
 * <p>Knows no clock. Confined to one thread.
 */
public final class RecoveryPolicy {
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    /** A program is back soon after its brokers; opening a session waits for them anyway. */
    private static final Duration LONGEST_WAIT_FOR_BROKERS = Duration.ofSeconds(4);

    private static final int MOST_FENCED = 5;

    /** A twin that waits as long as we do leaves no session of ours alone for so long. */
    private static final Duration UNDISTURBED = LONGEST_WAIT.multipliedBy(4);

    private final Duration firstWait;
    private int inARow;
    private int fenced;

    /** What follows. */
    public sealed interface Next {
        /** Another session, after a wait. */
        record Reopen(Duration delay) implements Next {}

        /** The end of the program: its id is used twice. */
        record DuplicateId(int fenced) implements Next {}
    }

    public RecoveryPolicy() {
        this(FIRST_WAIT);
    }

    RecoveryPolicy(Duration firstWait) {
        this.firstWait = firstWait;
    }

    /**
     * Takes notice of a lost session.
     *
     * @param lived how long ago the session was begun
     * @param brokersThere whether the brokers have answered all the time before: if they have not, we may have been
     *     fenced by a request of our own that they had not answered
     */
    public Next after(SessionLoss loss, Duration lived, boolean brokersThere, RandomGenerator random) {
        if (lived.compareTo(UNDISTURBED) >= 0) {
            fenced = 0;
        }
        if (loss == SessionLoss.FENCED && brokersThere) {
            fenced++;
        }
        if (fenced >= MOST_FENCED) {
            return new Next.DuplicateId(fenced);
        }
        inARow = lived.compareTo(LONGEST_WAIT) >= 0 ? 0 : inARow + 1;
        return new Next.Reopen(wait(inARow, brokersThere ? LONGEST_WAIT : LONGEST_WAIT_FOR_BROKERS, random));
    }

    /** Returns a wait that is shorter or longer by up to a quarter, so that twins do not stay in step. */
    private Duration wait(int before, Duration longest, RandomGenerator random) {
        long doubled = firstWait.toMillis() << Math.min(before, 16);
        long millis = Math.min(doubled, longest.toMillis());
        return Duration.ofMillis((long) (millis * (0.75 + random.nextDouble() / 2)));
    }
}
