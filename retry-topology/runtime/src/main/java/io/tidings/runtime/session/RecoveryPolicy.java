package io.tidings.runtime.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Decides what follows a lost session: a new one, after a backoff that grows to half a minute. The number is limited
 * only if another process uses the same id: the two would replace each other for ever.
 *
 * <p>Knows no clock. Confined to one thread.
 */
public final class RecoveryPolicy {
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    /** Short, so that a program is back soon after its brokers; opening a session waits for them anyway. */
    private static final Duration LONGEST_WAIT_FOR_BROKERS = Duration.ofSeconds(4);

    private static final int MOST_FENCED = 5;

    /** Another process with this id, which waits as long as we do, would have fenced us within this time. */
    private static final Duration UNDISTURBED = LONGEST_WAIT.multipliedBy(4);

    private final Duration firstWait;
    private int inARow;
    private int fenced;

    public sealed interface Next {
        record Reopen(Duration delay) implements Next {}

        record DuplicateId(int fenced) implements Next {}
    }

    public RecoveryPolicy() {
        this(FIRST_WAIT);
    }

    RecoveryPolicy(Duration firstWait) {
        this.firstWait = firstWait;
    }

    /**
     * @param lived how long ago the session was begun
     * @param brokersThere whether the brokers have responded all the time; otherwise we may have been fenced by a
     *     request of our own without a response
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

    /** The wait varies by up to a quarter, so that two processes do not stay in step. */
    private Duration wait(int before, Duration longest, RandomGenerator random) {
        long doubled = firstWait.toMillis() << Math.min(before, 16);
        long millis = Math.min(doubled, longest.toMillis());
        return Duration.ofMillis((long) (millis * (0.75 + random.nextDouble() / 2)));
    }
}
